/** Checks the Dockerfile without running it. `npm run test:hosts` runs its configuration. */
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { defaultRules } from '../../scripts/prerender/hosts/hosting-rules.ts'
import { renderHostFiles } from '../../scripts/prerender/hosts/hosts.ts'
import { root } from '../helpers/run-npm-script.ts'

const text = await readFile(join(root, 'Dockerfile'), 'utf8')
const instructions = text
  .replaceAll('\\\n', ' ')
  .split('\n')
  .filter((line) => /^[A-Z]/.test(line))
const stages = instructions
  .join('\n')
  .split(/^(?=FROM )/m)
  .map((stage) => stage.trim().split('\n'))
const last = stages.at(-1)!

describe('the Dockerfile', () => {
  it('has two stages from exact versions', () => {
    expect(stages).toHaveLength(2)
    for (const [from] of stages)
      expect(from).toMatch(/^FROM [\w./-]+:\d+\.\d+\.\d+-[\w-]+( AS build)?$/)
  })

  it('ends with an unprivileged user, a port above 1024, and no shell around the server', () => {
    const [user] = last.filter((line) => line.startsWith('USER'))
    expect(user).toMatch(/^USER [1-9]\d*:[1-9]\d*$/)
    expect(last.indexOf(user!)).toBeGreaterThan(last.findLastIndex((line) => /^COPY/.test(line)))
    expect(last).toContain('EXPOSE 8080')
    expect(last.at(-1)).toBe('ENTRYPOINT ["nginx", "-e", "stderr"]')
    expect(last.filter((line) => /^(RUN|ADD|VOLUME|CMD)/.test(line))).toEqual([])
  })

  it('copies what a build writes, and nothing else from the first stage', () => {
    const [, config] = /--from=build \/site(\S+) \/etc\/nginx\/nginx\.conf/.exec(text) ?? []
    const rules = { ...defaultRules, base: '/client-a', types: { html: 'text/html' } }
    const written = renderHostFiles(rules, ['nginx']).find(({ path }) => path === config)
    const content = String(written?.content)
    expect(content).toContain('include /var/www/client-a/.hosts/nginx-rules.conf;')
    expect(content).toContain('listen 8080;')
    // All that nginx writes is in /tmp.
    const paths = [...content.matchAll(/^\s*(?:pid|\w+_temp_path) (\S+);/gm)].map(
      ([, path]) => path,
    )
    expect(paths).toHaveLength(6)
    for (const path of paths) expect(path).toMatch(/^\/tmp\//)
    expect(last.filter((line) => /^COPY/.test(line))).toHaveLength(2)
  })

  it('leaves secrets and other builds out of the context', async () => {
    const ignored = (await readFile(join(root, '.dockerignore'), 'utf8')).split('\n')
    expect(ignored).toEqual(expect.arrayContaining(['.git', '.env*', 'node_modules', 'dist']))
  })
})
