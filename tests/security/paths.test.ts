/** A path in a site, an old site or a request never leads out of the folder that it belongs to. */
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { existsSync } from 'node:fs'
import { cp, mkdir, mkdtemp, readdir, readFile, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { getAliasPath, normalizeAlias } from '../../schema/resolve/alias-address.ts'
import { createFolders, writeOutputFile } from '../../scripts/prerender/output/output-file.ts'
import { cropPicture } from '../../scripts/studio/pictures/save-picture.ts'
import { readSiteText } from '../../scripts/edit/text-edits.ts'
import { runInProcess } from '../helpers/run-in-process.ts'
import { root } from '../helpers/run-npm-script.ts'

let work: string
let site: string
beforeEach(async () => {
  work = await mkdtemp(join(tmpdir(), 'signpost-hostile-'))
  // Three folders deep, so that what leads out stays in the folder of the test.
  site = join(work, 'a/b/site')
  await cp(join(root, 'tests/base-site'), site, { recursive: true })
  await writeFile(join(work, 'a/b/secret.csv'), 'name,token\nkey,4711\n')
})
afterEach(() => rm(work, { recursive: true }))

const listAll = async () =>
  (await readdir(work, { recursive: true })).filter((name) => !name.startsWith('a/b/site')).sort()

async function edit(file: string, from: string, to: string) {
  const text = await readFile(join(site, file), 'utf8')
  expect(text).toContain(from)
  await writeFile(join(site, file), text.replace(from, to))
}

it.each([
  '/..%2f..%2f..%2fx.png',
  '/a%2f..%2f..%2fx.png',
  '/a%5c..%5cx.png',
  '/.x%2fx.png',
  '/con.png',
])('import does not copy the file of a link to %s', async (address) => {
  const png = await readFile(join(root, 'tests/import/old-sites/generator/logo.png')).catch(() =>
    Buffer.from('picture'),
  )
  const server = createServer(({ url }, response) => {
    const isPage = url === '/'
    response.writeHead(isPage || url === address ? 200 : 404, {
      'content-type': isPage ? 'text/html' : 'image/png',
    })
    response.end(isPage ? `<h1>Shop</h1><p>Our shop.<img alt="x" src="${address}">` : png)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  const before = await listAll()
  const made = join(site, '../site/new/inner')
  const { stderr } = await runInProcess('import', [`http://127.0.0.1:${port}`, made])
  await new Promise((resolve) => server.close(resolve))
  expect(stderr).toBe('')
  expect(await listAll()).toEqual(before)
  expect(existsSync(join(made, 'public'))).toBe(false)
  expect(
    (await readdir(made, { recursive: true })).filter((name) => /x\.png$|con\.png$/.test(name)),
  ).toEqual([])
})

it('import does not follow links in a copy of uploads', async () => {
  const uploads = join(work, 'uploads')
  await cp(join(root, 'tests/import/old-sites/wordpress'), join(work, 'old'), { recursive: true })
  await mkdir(join(uploads, '2020'), { recursive: true })
  await symlink(join(work, 'a/b/secret.csv'), join(uploads, '2020/x-1x1.csv'))
  const [name] = (await readdir(join(work, 'old'))).filter((each) => each.endsWith('.xml'))
  const made = join(work, 'made')
  await runInProcess('import', [join(work, 'old', name!), made, '--uploads', uploads])
  const copied = await readdir(join(made, 'public'), { recursive: true }).catch(() => [])
  expect(copied.filter((each) => each.endsWith('.csv'))).toEqual([])
})

it.each([
  '/%2e%2e/%2e%2e/%2e%2e/escaped',
  '/a/%2E%2E/%2e%2e/%2e%2e/escaped.html',
  '/a/%2e%2e/../../../escaped',
])('the alias %s is refused, and the build would not write it', async (alias) => {
  await edit('pages/home.yaml', '    kind: home\n', `    kind: home\n    aliases: ['${alias}']\n`)
  const { code, stdout } = await runInProcess('check', ['--site', site])
  expect(code).toBe(1)
  expect(stdout).toContain(alias)
  const before = await listAll()
  const path = getAliasPath(normalizeAlias(alias), '/')!
  expect(() => writeOutputFile(join(site, 'dist'), path, '')).toThrow('cannot be published')
  expect(() => createFolders(join(site, 'dist'), [path])).toThrow('cannot be published')
  expect(await listAll()).toEqual(before)
})

describe('a file that a site names', () => {
  it.each([
    ['../secret.csv', "is outside the site's folder"],
    ['data/../../secret.csv', "is outside the site's folder"],
    ['data/link.csv', "is outside the site's folder"],
    ['.git/config', 'is hidden'],
    ['data/hidden.csv', 'is hidden'],
    ['data/nowhere.csv', 'leads nowhere'],
    ['C:/secret.csv', "is outside the site's folder"],
  ])('as a table, %s is not read', async (name, reason) => {
    await mkdir(join(site, 'data'))
    await mkdir(join(site, '.git'))
    await writeFile(join(site, '.git/config'), 'name,token\nkey,4711\n')
    await symlink('../../secret.csv', join(site, 'data/link.csv'))
    await symlink('../.git/config', join(site, 'data/hidden.csv'))
    await symlink(join(work, 'new.csv'), join(site, 'data/nowhere.csv'))
    await edit('pages.yaml', '\n  origin:', `\n  reviews: ${name}\n  origin:`)
    const { code, stdout } = await runInProcess('check', ['--site', site])
    expect(code).toBe(1)
    expect(stdout).toContain(reason)
    expect(stdout).not.toContain('4711')
    // A command that adds to the table does not create it, either.
    const before = await listAll()
    await writeFile(join(site, 'new.json'), JSON.stringify([]))
    const given = ['import', join(site, 'new.json'), '--site', site]
    expect((await runInProcess('reviews', given)).code).not.toBe(0)
    expect(await listAll()).toEqual(before)
  })

  it.each(['../b/elsewhere.yaml', '.git/x.yaml', '/etc/*.yaml'])(
    'as an include, %s is not read',
    async (name) => {
      await mkdir(join(site, '.git'))
      for (const path of ['../elsewhere.yaml', '.git/x.yaml'])
        await writeFile(join(site, path), 'pages: 4711\n')
      await edit('pages.yaml', 'include: [', `include: ['${name}', `)
      const { code, stdout } = await runInProcess('check', ['--site', site])
      expect(code).toBe(1)
      expect(stdout).toMatch(/is outside the site's folder|is hidden/)
      expect(stdout).not.toContain('4711')
    },
  )

  it.each(['../secret.csv', '.git/config', 'linked/secret.csv', '..\\secret.csv', 'a\0b'])(
    'is not edited if it is %j',
    async (name) => {
      await mkdir(join(site, '.git'))
      await writeFile(join(site, '.git/config'), '4711')
      await symlink('..', join(site, 'linked'))
      await expect(readSiteText(site, name)).rejects.toThrow('so it is not edited')
    },
  )

  it.each(['/../pages.yaml', '/../../secret.csv', '/linked/secret.csv'])(
    'is not cropped if it is %s',
    async (file) => {
      await mkdir(join(site, 'public'), { recursive: true })
      await symlink('../..', join(site, 'public/linked'))
      const crop = { file, left: 0, top: 0, width: 1, height: 1 }
      await expect(cropPicture(site, crop)).rejects.toThrow("is outside the site's folder")
    },
  )
})
