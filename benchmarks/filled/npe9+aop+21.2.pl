% game: nim:heaps=[1,3,5,7]
