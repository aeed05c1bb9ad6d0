% wrong: board_update/4 is a part of move/3, which has moves of stacks
