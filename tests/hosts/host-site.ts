import { cp, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { root } from '../helpers/run-npm-script.ts'
import { readYaml, writeYaml, type YamlMap } from '../helpers/site-yaml.ts'

/** Copies the bakery, with an address that is gone and other settings. */
export async function copyBakery(to: string, settings: YamlMap = {}): Promise<string> {
  await cp(join(root, 'tests/sites/bakery'), to, { recursive: true })
  const main = await readYaml(join(to, 'pages.yaml'))
  Object.assign(main.site, settings)
  await writeYaml(join(to, 'pages.yaml'), main)
  await writeFile(join(to, 'addresses.gen.json'), '{\n  "/pies": "gone"\n}\n')
  return to
}
