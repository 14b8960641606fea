/** Returns a name itself or, if it is taken, with the first number that makes it free: `prices-2`. */
export function findFreeName(name: string, isTaken: (name: string) => boolean): string {
  let free = name
  for (let number = 2; isTaken(free); number++) free = `${name}-${number}`
  return free
}
