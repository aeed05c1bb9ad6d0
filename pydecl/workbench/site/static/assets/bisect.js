// Numbers in order, searched.

/** How many of `items`, which are in order by `key`, are at most `most`. */
export function after(items, most, key = (item) => item) {
  let [low, high] = [0, items.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (key(items[middle]) <= most) low = middle + 1;
    else high = middle;
  }
  return low;
}
