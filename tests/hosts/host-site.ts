import { cp, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { root } from '../helpers/run-npm-script.ts'
import { createInfoPage, readYaml, writeYaml, type YamlMap } from '../helpers/site-yaml.ts'

/** Copies the bakery, with an address that is gone and other settings. */
export async function copyBakery(to: string, settings: YamlMap = {}): Promise<string> {
  await cp(join(root, 'tests/sites/bakery'), to, { recursive: true })
  const main = await readYaml(join(to, 'pages.yaml'))
  Object.assign(main.site, settings)
  await writeYaml(join(to, 'pages.yaml'), main)
  await writeFile(join(to, 'addresses.gen.json'), '{\n  "/pies": "gone"\n}\n')
  return to
}

/** Adds every kind of address that a site may have had elsewhere. */
export async function addOldAddresses(site: string): Promise<string> {
  const main = await readYaml(join(site, 'pages.yaml'))
  main.site.redirects = {
    '/market': 'https://market.example/stalls',
    '/market/map': 'https://market.example/stalls?show=map#here',
    '/stalls/*': 'https://market.example/a%20b/$1;{c}',
  }
  await writeYaml(join(site, 'pages.yaml'), main)
  const shop = await readYaml(join(site, 'pages/shop.yaml'))
  shop.pages['/bread'].aliases.push(
    '/Unser Brot (alt).html',
    '/%C3%BCber%20brot',
    '/brot, käse & mehr',
    '/2019/*',
    '/2019/rolls/*',
    '/2019/named',
    '/bread.html',
    '/?p=12',
    '/our-bread?page_id=3&lang=en',
    '/loaf.php/?id=7',
  )
  shop.pages['/pastry'] = {
    ...createInfoPage('Pastry', 'Pastry for all.'),
    aliases: ['/2019/pastry/*', '/?p=1'],
  }
  await writeYaml(join(site, 'pages/shop.yaml'), shop)
  return site
}
