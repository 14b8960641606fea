/** Starts servers that are installed on this machine, each as a child process on its own port. */
import { spawn, spawnSync, type ChildProcess } from 'node:child_process'
import { chmod, mkdir, readFile, writeFile } from 'node:fs/promises'
import { connect, createServer, type AddressInfo } from 'node:net'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'

type RunningServer = { port: number; stop: () => Promise<void> }

/**
 * @property root the folder that the server sends: a built site, or several in folders of it
 * @property folders those of the sites, such as `/client-a`; one, the root itself, by default
 */
export type ServedSite = { root: string; folders?: string[] }

export type InstalledServer = {
  /** The host that a build writes files for. */
  host: string
  /** Prints the version. */
  versionCommand: [program: string, argument: string]
  /** Encodings that it sends with the modules of Debian's package. */
  encodings: ('gzip' | 'br')[]
  start: (site: ServedSite, work: string) => Promise<RunningServer>
}

export const servers: Record<string, InstalledServer> = {
  nginx: { host: 'nginx', versionCommand: ['nginx', '-v'], encodings: ['gzip'], start: startNginx },
  container: {
    host: 'nginx',
    versionCommand: ['nginx', '-v'],
    encodings: ['gzip'],
    start: startContainer,
  },
  caddy: {
    host: 'caddy',
    versionCommand: ['caddy', 'version'],
    encodings: ['gzip', 'br'],
    start: startCaddy,
  },
  apache: {
    host: 'apache',
    versionCommand: ['apache2', '-v'],
    encodings: ['gzip'],
    start: startApache,
  },
}

export const isInstalled = ({ versionCommand: [program, argument] }: InstalledServer): boolean =>
  spawnSync(program, [argument]).error === undefined

/**
 * Starts nginx with the server block of a build.
 * @param work a folder for logs and temporary files
 */
async function startNginx(site: ServedSite, work: string): Promise<RunningServer> {
  const port = await findPort()
  await mkdir(work, { recursive: true })
  const block = adapt(await readConfiguration(site, '.hosts/nginx.conf'), site.root, [
    [/listen 80;/, `listen 127.0.0.1:${port};`],
    [/listen \[::\]:80;/, `listen [::1]:${port};`],
  ])
  const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi']
    .map((name) => `${name}_temp_path ${work}/${name};`)
    .join('\n')
  await writeFile(
    join(work, 'nginx.conf'),
    `daemon off; worker_processes 1; user root; pid ${work}/pid; error_log ${work}/error.log;
events {}
http { access_log off; ${temporary} ${block} }`,
  )
  return start('nginx', ['-p', work, '-c', join(work, 'nginx.conf')], port)
}

/**
 * Starts nginx as the image of the Dockerfile does: with a configuration of its own, as an
 * unprivileged user. Only `work`, which replaces /tmp, is writable.
 */
async function startContainer(site: ServedSite, work: string): Promise<RunningServer> {
  const port = await findPort()
  await mkdir(work, { recursive: true })
  const written = await readConfiguration(site, '.hosts/nginx-container.conf')
  const config = adapt(written.replace(/(?<=(?:pid|_path) )\/tmp/g, work), site.root, [
    [/listen 8080;/, `listen 127.0.0.1:${port}; listen [::1]:${port};`],
  ])
  const file = join(work, 'nginx.conf')
  await writeFile(file, config)
  const nginx = ['nginx', '-e', 'stderr', '-c', file]
  if (process.getuid?.() !== 0) return start('nginx', nginx.slice(1), port)
  await chmod(work, 0o777)
  const nobody = ['--reuid=65534', '--regid=65534', '--clear-groups', '--bounding-set=-all']
  return start('setpriv', [...nobody, '--inh-caps=-all', '--no-new-privs', ...nginx], port)
}

/** Starts Caddy with the site block of a build. */
async function startCaddy(site: ServedSite, work: string): Promise<RunningServer> {
  const port = await findPort()
  await mkdir(work, { recursive: true })
  const block = adapt(await readConfiguration(site, '.hosts/Caddyfile'), site.root, [
    [/^[\w.-]+ \{$/m, `http://localhost:${port} {`],
  ])
  const options = '{\n\tadmin off\n\tauto_https off\n\tlog {\n\t\tlevel ERROR\n\t}\n}\n'
  await writeFile(join(work, 'Caddyfile'), options + block)
  return start('caddy', ['run', '--config', join(work, 'Caddyfile')], port, {
    HOME: work,
    XDG_DATA_HOME: work,
  })
}

/** Starts Apache with the .htaccess of a build, compressing as Debian's default does. */
async function startApache({ root }: ServedSite, work: string): Promise<RunningServer> {
  const port = await findPort()
  await mkdir(work, { recursive: true })
  const modules = 'mpm_event authz_core dir mime rewrite headers alias filter deflate'
  const lines = [
    ...modules
      .split(' ')
      .map((name) => `LoadModule ${name}_module /usr/lib/apache2/modules/mod_${name}.so`),
    `Listen 127.0.0.1:${port}`,
    `Listen [::1]:${port}`,
    'ServerName localhost',
    'ServerTokens Prod',
    `PidFile ${work}/pid`,
    `ErrorLog ${work}/error.log`,
    `DefaultRuntimeDir ${work}`,
    'User www-data',
    'Group www-data',
    'TypesConfig /dev/null',
    'AddOutputFilterByType DEFLATE text/html text/css text/javascript text/plain text/xml',
    'AddOutputFilterByType DEFLATE application/json application/manifest+json image/svg+xml',
    `DocumentRoot ${root}`,
    `<Directory ${root}>\n  AllowOverride All\n  Require all granted\n</Directory>`,
  ]
  await writeFile(join(work, 'apache.conf'), `${lines.join('\n')}\n`)
  return start('apache2', ['-X', '-d', work, '-f', join(work, 'apache.conf')], port)
}

/** Reads the configuration of the first site, and adds the rules of the others beside its own. */
async function readConfiguration(
  { root, folders = [''] }: ServedSite,
  file: string,
): Promise<string> {
  const [first = '', ...others] = folders
  const text = await readFile(join(root, first, file), 'utf8')
  return text.replace(/^.*\b(?:include|import) \/.*$/gm, (line) =>
    [line, ...others.map((folder) => line.replace(`${first}/.hosts`, `${folder}/.hosts`))].join(
      '\n',
    ),
  )
}

/** A server block is written for /var/www/DOMAIN. */
function adapt(config: string, dir: string, changes: [RegExp, string][]): string {
  const moved = config
    .replace(/\/var\/www(?=;|\/client-|\/\.hosts)/g, dir)
    .replace(/\/var\/www\/[\w.-]+/g, dir)
  return changes.reduce((text, [from, to]) => {
    if (!from.test(text)) throw new Error(`The configuration has no ${from.source}`)
    return text.replace(from, to)
  }, moved)
}

async function start(
  program: string,
  args: string[],
  port: number,
  env: Record<string, string> = {},
): Promise<RunningServer> {
  const child = spawn(program, args, {
    stdio: ['ignore', 'inherit', 'inherit'],
    env: { ...process.env, ...env },
  })
  const stop = () => stopProcess(child)
  for (let attempt = 1; !(await isListening(port)); attempt++) {
    if (child.exitCode !== null || attempt === 100) {
      await stop()
      throw new Error(`${program} does not start`)
    }
    await pause(100)
  }
  return { port, stop }
}

async function stopProcess(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null) return
  const ended = new Promise((resolve) => child.once('exit', resolve))
  child.kill()
  await ended
}

const isListening = (port: number) =>
  new Promise<boolean>((resolve) => {
    const socket = connect(port, 'localhost')
    socket.once('connect', () => resolve(true)).once('error', () => resolve(false))
    socket.once('connect', () => socket.destroy())
  })

async function findPort(): Promise<number> {
  const server = createServer()
  await new Promise<void>((resolve) => server.listen(0, 'localhost', resolve))
  const { port } = server.address() as AddressInfo
  await new Promise((resolve) => server.close(resolve))
  return port
}
