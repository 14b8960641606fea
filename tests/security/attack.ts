/** Something hostile that comes through a door. A new door gets the attacks that others have. */
export type Attack = {
  /** What takes it: a command, a request, a file. */
  door: string
  attack: string
  /** @returns what the door answers */
  send: () => Promise<string>
  /** What the answer contains. */
  must: string | RegExp
}
