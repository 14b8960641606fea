/** Which files of public/ are published, and which are reported instead. */
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { listPublicFiles } from '../../schema/source/list-public-files.ts'

let work: string
let site: string

beforeEach(() => {
  work = mkdtempSync(join(tmpdir(), 'signpost-public-'))
  site = join(work, 'site')
})
afterEach(() => rmSync(work, { recursive: true }))

function write(path: string, content = path): void {
  mkdirSync(dirname(join(work, path)), { recursive: true })
  writeFileSync(join(work, path), content)
}

const link = (target: string, path: string) => symlinkSync(target, join(work, path))
const listFiles = () => [...listPublicFiles(site).files]
const listReports = () =>
  listPublicFiles(site).problems.map(({ code, message }) => `${code} ${message}`)

it('publishes files, and of hidden folders only /.well-known', () => {
  write('site/public/a/b.txt')
  write('site/public/.well-known/security.txt')
  write('site/public/.DS_Store')
  write('site/public/.cache/a.txt')
  write('site/public/a/.well-known/a.txt')
  write('site/public/.well-known/.keep')
  expect(listFiles()).toEqual(['/.well-known/security.txt', '/a/b.txt'])
  expect(listReports()).toHaveLength(1)
  for (let index = 0; index < 5; index++) write(`site/public/.hidden-${index}`)
  expect(listReports()[0]).toMatch(/^HIDDEN_FILE .*public\/.* and 4 more are not published\.$/)
})

it('has no files without the folder, and says so of a file in its place', () => {
  expect(listFiles()).toEqual([])
  write('site/public')
  expect(listReports()).toEqual(['FILE_UNREADABLE public is a file but must be a folder.'])
})

it('follows links within the site', () => {
  write('site/photos/baker.jpg')
  mkdirSync(join(site, 'public'))
  link('../photos', 'site/public/people')
  link(join(site, 'photos/baker.jpg'), 'site/public/team.jpg')
  expect(listPublicFiles(site)).toEqual({
    files: new Set(['/people/baker.jpg', '/team.jpg']),
    problems: [],
  })
})

it('names links that leave the site, lead to secrets or to nothing, and their targets', () => {
  write('elsewhere/a.txt')
  write('site/.env')
  write('site/public/a.txt')
  link('../../elsewhere', 'site/public/folder')
  link(join(work, 'elsewhere/a.txt'), 'site/public/file.txt')
  link('..', 'site/public/site')
  link('../.env', 'site/public/settings.txt')
  link('missing.txt', 'site/public/broken.txt')
  link('loop', 'site/public/loop')
  expect(listFiles()).toEqual(['/a.txt'])
  expect(listReports().sort()).toEqual([
    'FILE_UNREADABLE public/broken.txt is a symbolic link to missing.txt, which does not exist.',
    'FILE_UNREADABLE public/loop is a symbolic link to loop, which does not exist.',
    'FILE_UNREADABLE public/site is a symbolic link to .., a folder that the link is in.',
    `LINK_OUTSIDE public/file.txt is a symbolic link to ${work}/elsewhere/a.txt, which is not in the site's folder.`,
    "LINK_OUTSIDE public/folder is a symbolic link to ../../elsewhere, which is not in the site's folder.",
    'SECRET_FILE public/settings.txt is a symbolic link to ../.env, which appears to contain passwords and keys.',
  ])
})

it('does not follow public/ itself out of the site', () => {
  write('shared/a.txt')
  mkdirSync(site)
  link('../shared', 'site/public')
  expect(listPublicFiles(site).files.size).toBe(0)
  expect(listReports()[0]).toMatch(/^LINK_OUTSIDE public is a symbolic link to \.\.\/shared,/)
})

it('reports names that no address can have, without control characters', () => {
  write('site/public/a\\b.txt')
  write('site/public/a\u001bb.txt')
  expect(listFiles()).toEqual([])
  expect(listReports().sort()).toEqual([
    'INVALID_FILE_NAME public/a\\b.txt has a backslash in its name.',
    'INVALID_FILE_NAME public/a\ufffdb.txt has a character that an address cannot have in its name.',
  ])
})

it.each(['con.png', 'Aux.tar.gz', 'a/NUL', 'lpt1', 'a./b.txt', 'a ', 'c:a.png'])(
  'reports a name that Windows does not allow: %s',
  (name) => {
    write(`site/public/${name}`)
    write('site/public/console.txt')
    expect(listFiles()).toEqual(['/console.txt'])
    const [report] = listReports()
    expect(report).toMatch(/^INVALID_FILE_NAME .* has a name that is not a file name on Windows\.$/)
  },
)

it('reports what is neither a file nor a folder', async () => {
  mkdirSync(join(site, 'public'), { recursive: true })
  const server = createServer().listen(join(site, 'public/socket'))
  await new Promise((resolve) => server.once('listening', resolve))
  expect(listReports()).toEqual(['FILE_UNREADABLE public/socket is neither a file nor a folder.'])
  server.close()
})

it('finds secrets by name and content, but not in a text that explains them', () => {
  const key = `-----BEGIN RSA PRIVATE KEY-----\nProc-Type: 4,ENCRYPTED\n\n${'Ab1/'.repeat(16)}\n`
  write('site/public/.git/HEAD')
  write('site/public/.env.local')
  write('site/public/id_rsa')
  write('site/public/id_rsa.pub', 'ssh-ed25519 AAAA')
  write('site/public/server.pem', key)
  write('site/public/certificate.pem', key.replaceAll('RSA PRIVATE KEY', 'CERTIFICATE'))
  write('site/public/data.bin', 'SQLite format 3\0')
  write('site/public/notes.txt', 'Begin a key with\n-----BEGIN PRIVATE KEY-----\nand keep it.')
  expect(listReports().map((report) => report.split(' ')[1])).toEqual([
    'public/.env.local',
    'public/.git',
    'public/data.bin',
    'public/id_rsa',
    'public/server.pem',
  ])
})
