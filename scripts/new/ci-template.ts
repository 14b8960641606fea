import { basename, join } from 'node:path'
import { slugify } from '../../schema/util/slugify.ts'

export const ciHosts = ['github', 'gitlab', 'netlify', 'cloudflare'] as const
export type CiHost = (typeof ciHosts)[number]

type CiWorkflow = {
  host: CiHost
  /** The path of the site's folder in its repository; empty if it is the whole repository. */
  site: string
  /** Whether this is the repository of Signpost. Otherwise, Signpost is a package of the site. */
  isSignpost: boolean
  /** The name of the repository's folder. */
  name: string
}

const nodeVersion = '22.12.0'

/**
 * Creates what a host needs to check, build and publish a site after every change.
 * @returns the content of the file by its path in the repository.
 */
export const createCiFiles = (workflow: CiWorkflow): Record<string, string> => {
  const { path, create } = hosts[workflow.host]
  return { [path]: create(workflow) }
}

const hosts: Record<CiHost, { path: string; create: (workflow: CiWorkflow) => string }> = {
  github: { path: '.github/workflows/site.yml', create: createGitHubWorkflow },
  gitlab: { path: '.gitlab-ci.yml', create: createGitLabPipeline },
  netlify: { path: 'netlify.toml', create: createNetlifySettings },
  cloudflare: { path: 'wrangler.jsonc', create: createCloudflareSettings },
}

/** What remains to be done by hand, once. */
const setups: Record<CiHost, string | undefined> = {
  github: 'choose Settings → Pages → Source: GitHub Actions.',
  gitlab: undefined,
  netlify: 'choose this repository in Netlify under Add new project → Import an existing project.',
  cloudflare: 'choose this repository in Cloudflare under Workers & Pages → Create → Import.',
}

export const describeCiSetup = (host: CiHost): string | undefined =>
  setups[host] && `Once: ${setups[host]}`

/** The commands that work on the site, started in the folder of the repository. */
function createCommands({ site, isSignpost }: CiWorkflow) {
  const folder = quotePath(site)
  const start =
    site === '' ? 'npx signpost' : `./${quotePath(join(site, 'node_modules/.bin/signpost'))}`
  const run = (name: string, ...options: string[]) => {
    const args = [...(site === '' ? [] : ['--site', folder]), ...options].join(' ')
    return isSignpost
      ? `npm run ${name}${args && ` -- ${args}`}`
      : `${start} ${name} ${args}`.trim()
  }
  const install = isSignpost || site === '' ? 'npm ci' : `npm ci --prefix ${folder}`
  return { run, install, output: quotePath(join(site, 'dist')) }
}

/** Quotes a path for a shell and for YAML, if it needs that. */
const quotePath = (path: string) => (/^[\w./@+-]+$/.test(path) ? path : JSON.stringify(path))

const formatComments = ({ host }: CiWorkflow, start: string, name: string) =>
  [`Checks every change, and publishes the default branch on ${name}.`, describeCiSetup(host)]
    .flatMap((line) => (line ? [`${start} ${line}\n`] : []))
    .join('')

function createGitHubWorkflow(workflow: CiWorkflow): string {
  const { site, isSignpost } = workflow
  const { run, install, output } = createCommands(workflow)
  const lock = quotePath(join(site, 'package-lock.json'))
  const cache = isSignpost || site === '' ? '' : `, cache-dependency-path: ${lock}`
  return `${formatComments(workflow, '#', 'GitHub Pages')}name: site
on:
  push:
  pull_request:
  # What has days appears and ends by itself.
  schedule: [{ cron: '15 8 * * *' }]
permissions: { contents: read }
jobs:
  build:
    runs-on: ubuntu-latest
    steps:
      - uses: actions/checkout@v4
      - { uses: actions/setup-node@v4, with: { node-version: ${nodeVersion}, cache: npm${cache} } }
      - run: ${install}
      - run: ${run('check', '--format github')}
      - run: ${run('build')}
      - { uses: actions/upload-pages-artifact@v3, with: { path: ${output} } }
  publish:
    if: github.ref_name == github.event.repository.default_branch
    needs: build
    runs-on: ubuntu-latest
    environment: github-pages
    permissions: { pages: write, id-token: write }
    steps: [{ uses: actions/deploy-pages@v4 }]
`
}

function createGitLabPipeline(workflow: CiWorkflow): string {
  const { run, install, output } = createCommands(workflow)
  const report = 'gl-code-quality-report.json'
  // Without -s, npm would print its own lines into the report.
  const check = run('check', '--format gitlab').replace('npm run', 'npm run -s')
  return `${formatComments(workflow, '#', 'GitLab Pages')}default: { image: 'node:${nodeVersion}', before_script: [${install}] }
check:
  script: ${check} > ${report} || ${run('check')}
  artifacts: { when: always, reports: { codequality: ${report} } }
pages:
  rules: [{ if: $CI_COMMIT_BRANCH == $CI_DEFAULT_BRANCH }]
  script: ${run('build')}
  pages: { publish: ${output} }
  artifacts: { paths: [${output}] }
`
}

/** The commands of hosts that install the packages of a folder by themselves. */
function createHostedCommand(workflow: CiWorkflow): string {
  // The host starts in the folder of the site.
  const { run } = createCommands(workflow.isSignpost ? workflow : { ...workflow, site: '' })
  return `${run('check')} && ${run('build', `--host ${workflow.host}`)}`
}

function createNetlifySettings(workflow: CiWorkflow): string {
  const { site, isSignpost } = workflow
  const base = site === '' || isSignpost ? '' : `base = ${JSON.stringify(site)}\n`
  const publish = isSignpost ? join(site, 'dist') : 'dist'
  return `${formatComments(workflow, '#', 'Netlify')}[build]
${base}command = ${JSON.stringify(createHostedCommand(workflow))}
publish = ${JSON.stringify(publish)}
environment = { NODE_VERSION = "${nodeVersion}" }
`
}

function createCloudflareSettings(workflow: CiWorkflow): string {
  const { site, isSignpost, name } = workflow
  const settings = {
    name: slugify(basename(site) || name),
    compatibility_date: '2026-01-01',
    build: {
      command: createHostedCommand(workflow),
      ...(site === '' || isSignpost ? {} : { cwd: site }),
    },
    assets: { directory: join('.', site, 'dist'), not_found_handling: '404-page' },
  }
  return `${formatComments(workflow, '//', 'Cloudflare')}${JSON.stringify(settings, null, 2)}\n`
}
