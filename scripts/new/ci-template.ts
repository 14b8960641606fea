import { join } from 'node:path'

export const ciHosts = ['github', 'gitlab'] as const
export type CiHost = (typeof ciHosts)[number]

export type CiWorkflow = {
  host: CiHost
  /** The path of the site's folder in its repository; empty if it is the whole repository. */
  site: string
  /** Whether this repository contains Signpost itself. Otherwise the workflow fetches it. */
  hasSignpost: boolean
}

/** The folder in which a workflow checks out Signpost if it has its own repository. */
const signpostFolder = '.signpost'

const nodeVersion = '22.12.0'

/**
 * Creates a workflow for one machine: check with annotations, build, publish.
 * @returns the content of the file by its path in the repository.
 */
export const createCiFiles = (workflow: CiWorkflow): Record<string, string> =>
  workflow.host === 'github'
    ? { '.github/workflows/site.yml': createGitHubWorkflow(workflow) }
    : { '.gitlab-ci.yml': createGitLabPipeline(workflow) }

/** What remains to be done by hand, a sentence for each step. */
export function describeCiSetup({ host, hasSignpost }: CiWorkflow): string[] {
  const pages = 'Once: choose Settings → Pages → Source: GitHub Actions.'
  const [value, menu] =
    host === 'github'
      ? ['owner/name', 'Secrets and variables → Actions → Variables']
      : ['URL', 'CI/CD → Variables']
  const variable = `Once: set SIGNPOST to the ${value} of Signpost's repository in Settings → ${menu}.`
  return [...(host === 'github' ? [pages] : []), ...(hasSignpost ? [] : [variable])]
}

/** The commands that work on the site. */
function createCommands({ site, hasSignpost }: CiWorkflow) {
  const run = (name: string, ...options: string[]) => {
    const all = [...(site === '' ? [] : ['--site', quotePath(site)]), ...options].join(' ')
    if (!hasSignpost) return `node ${signpostFolder}/scripts/run.mjs ${name} ${all}`.trim()
    return `npm run ${name}${all && ` -- ${all}`}`
  }
  return { run, output: quotePath(join(site, 'dist')) }
}

/** Quotes a path for a shell and for YAML, if it needs that. */
const quotePath = (path: string) => (/^[\w./@+-]+$/.test(path) ? path : JSON.stringify(path))

const formatComments = (workflow: CiWorkflow, what: string) =>
  [what, ...describeCiSetup(workflow)].map((line) => `# ${line}\n`).join('')

function createGitHubWorkflow(workflow: CiWorkflow): string {
  const { hasSignpost } = workflow
  const { run, output } = createCommands(workflow)
  const node = `node-version: ${nodeVersion}, cache: npm`
  const setUp = hasSignpost
    ? `      - { uses: actions/setup-node@v4, with: { ${node} } }
      - run: npm ci`
    : `      - uses: actions/checkout@v4
        with: { repository: '\${{ vars.SIGNPOST }}', path: ${signpostFolder} }
      - uses: actions/setup-node@v4
        with: { ${node}, cache-dependency-path: ${signpostFolder}/package-lock.json }
      - run: npm ci --prefix ${signpostFolder}`
  return `${formatComments(workflow, 'Checks every change, and publishes the default branch on GitHub Pages.')}name: site
on: [push, pull_request]
jobs:
  build:
    runs-on: ubuntu-latest
    steps:
      - uses: actions/checkout@v4
${setUp}
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
  const { run, output } = createCommands(workflow)
  const install = workflow.hasSignpost
    ? '[npm ci]'
    : `['git clone --depth 1 $SIGNPOST ${signpostFolder}', npm ci --prefix ${signpostFolder}]`
  const report = 'gl-code-quality-report.json'
  // Without -s, npm would print its own lines into the report.
  const check = run('check', '--format gitlab').replace('npm run', 'npm run -s')
  return `${formatComments(workflow, 'Checks every change, and publishes the default branch on GitLab Pages.')}default: { image: 'node:${nodeVersion}', before_script: ${install} }
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
