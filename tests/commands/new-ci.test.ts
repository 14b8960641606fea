/** `npm run new -- ci` writes a workflow that its host accepts, into the repository of the site. */
import { cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { validateWorkflow } from '@action-validator/core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { parse } from 'yaml'
import { ciHosts, createCiFiles } from '../../scripts/new/ci-template.ts'
import { runInProcess } from '../helpers/run-in-process.ts'
import { root } from '../helpers/run-npm-script.ts'

let work: string

beforeAll(() => {
  work = mkdtempSync(join(tmpdir(), 'signpost-ci-'))
  mkdirSync(join(work, 'agency/.git'), { recursive: true })
  for (const site of ['alone', 'agency/sites/bakery'])
    cpSync(join(root, 'tests/base-site'), join(work, site), { recursive: true })
})
afterAll(() => rmSync(work, { recursive: true }))

const variants = [
  { site: '', isSignpost: true, name: 'signpost' },
  { site: 'sites/bakery', isSignpost: true, name: 'signpost' },
  { site: '', isSignpost: false, name: 'bakery' },
  { site: 'sites/the bakery', isSignpost: false, name: 'agency' },
]

type GitHubJob = {
  needs?: string
  if?: string
  permissions?: unknown
  steps: { run?: string; uses?: string }[]
}

describe('the GitHub workflow', () => {
  it.each(variants)('is valid for %o', (variant) => {
    const [content = ''] = Object.values(createCiFiles({ host: 'github', ...variant }))
    expect(validateWorkflow(content).errors).toEqual([])
    // The validator knows the schema, and which jobs there are.
    for (const mistake of ['runs-on:', 'needs: build'])
      expect(validateWorkflow(content.replace(mistake, `${mistake}x`)).errors).not.toEqual([])
  })

  it('checks with annotations, builds, and publishes the default branch only', () => {
    const [content = ''] = Object.values(createCiFiles({ host: 'github', ...variants[0]! }))
    const { jobs, permissions } = parse(content) as {
      jobs: { build: GitHubJob; publish: GitHubJob }
      permissions: unknown
    }
    // Of the job that runs a stranger's pull request.
    expect([permissions, jobs.build.permissions]).toEqual([{ contents: 'read' }, undefined])
    expect(jobs.build.steps.flatMap(({ run }) => run ?? [])).toEqual([
      'npm ci',
      'npm run check -- --format github',
      'npm run build',
    ])
    expect(jobs.publish.needs).toBe('build')
    expect(jobs.publish.if).toContain('default_branch')
    const documented = readFileSync(join(root, 'docs/publishing.md'), 'utf8')
    expect(documented).toContain(`# .github/workflows/site.yml\n${content}`)
  })
})

describe('the GitLab pipeline', () => {
  it.each(variants)('checks with a report, builds, and publishes for %o', (variant) => {
    const [content = ''] = Object.values(createCiFiles({ host: 'gitlab', ...variant }))
    const { check, pages } = parse(content) as Record<'check' | 'pages', Record<string, unknown>>
    const report = 'gl-code-quality-report.json'
    expect(check.script).toContain(`--format gitlab > ${report}`)
    expect(check.artifacts).toEqual({ when: 'always', reports: { codequality: report } })
    expect(pages.script).toContain('build')
    expect(pages.pages).toEqual({ publish: join(variant.site, 'dist') })
    expect(pages.rules).toEqual([{ if: '$CI_COMMIT_BRANCH == $CI_DEFAULT_BRANCH' }])
    expect(content.split('\n').length).toBeLessThan(14)
  })
})

describe('settings of hosts that build by themselves', () => {
  it.each(variants)('check, build and publish for %o', (variant) => {
    const [netlify = ''] = Object.values(createCiFiles({ host: 'netlify', ...variant }))
    const start = variant.isSignpost
      ? /npm run check.* && npm run build -- /
      : /npx signpost check && /
    expect(netlify).toMatch(start)
    expect(netlify).toContain('--host netlify')
    const [cloudflare = ''] = Object.values(createCiFiles({ host: 'cloudflare', ...variant }))
    const settings = JSON.parse(cloudflare.replaceAll(/^\/\/.*$/gm, ''))
    expect(settings.build.command).toMatch(start)
    expect(settings.assets.directory).toBe(join(variant.site, 'dist'))
    expect(settings.name).toMatch(/^[a-z-]+$/)
  })
})

describe('the command', () => {
  it('writes into the repository of the site, and never overwrites a file', async () => {
    const site = join(work, 'agency/sites/bakery')
    const { code, stdout } = await runInProcess('new', ['ci', 'github', '--site', site])
    expect(code).toBe(0)
    expect(stdout).toContain('Settings → Pages')
    const file = join(work, 'agency/.github/workflows/site.yml')
    const content = readFileSync(file, 'utf8')
    expect(content).toContain(
      'sites/bakery/node_modules/.bin/signpost check --site sites/bakery --format github',
    )
    expect(content).toContain('npm ci --prefix sites/bakery')
    const again = await runInProcess('new', ['ci', 'github', '--site', site])
    expect([again.code, again.stderr]).toEqual([1, expect.stringContaining('already exists')])
    expect(readFileSync(file, 'utf8')).toBe(content)
  })

  it('writes into the folder of a site that is not in a repository', async () => {
    await runInProcess('new', ['ci', 'gitlab', '--site', join(work, 'alone')])
    expect(existsSync(join(work, 'alone/.gitlab-ci.yml'))).toBe(true)
  })

  it('rejects other hosts', async () => {
    const { code, stderr } = await runInProcess('new', ['ci', 'jenkins', '--site', work])
    expect([code, stderr]).toEqual([2, expect.stringContaining(ciHosts.join(', '))])
  })
})
