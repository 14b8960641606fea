/**
 * `npm run help`: lists the commands by what they are for. Each one explains itself with `--help`.
 */
import { commandGroups } from './command-groups.mjs'

const width = Math.max(
  ...Object.values(commandGroups).flatMap((group) => Object.keys(group).map((name) => name.length)),
)
for (const [title, commands] of Object.entries(commandGroups)) {
  console.log(`${title}:`)
  for (const [name, explanation] of Object.entries(commands))
    console.log(`  ${name.padEnd(width)}  ${explanation}`)
  console.log()
}
console.log('More about a command, with examples: npm run check -- --help')
