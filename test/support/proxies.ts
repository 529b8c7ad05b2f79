import { chmodSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { inProject } from '@/build/project'
import { makeFolder } from './folder'

/** A reverse proxy with our recommended configuration. */
export interface RunningProxy {
  stop: () => Promise<void>
}

/** The values of a configuration: the port of the proxy and its upstream servers. */
interface Places {
  port: number
  upstream: string
}

/** A proxy, named after its configuration in `.github/deploy`. */
export interface ReverseProxy {
  name: string
  recipe: string
  /** Undefined, with a clear warning, if it is not installed. */
  program: string | undefined
  /** The scheme of its configuration. */
  scheme: 'http' | 'https'
  start: (places: Places) => Promise<RunningProxy>
}

const READY_WITHIN_MS = 60_000

const recipeText = (recipe: string, port: number) =>
  readFileSync(inProject('.github', 'deploy', recipe), 'utf8')
    .replace('listen 443 ssl', `listen 127.0.0.1:${port} ssl`)
    .replace(/^(milepost\.)?example\.org \{/m, `http://127.0.0.1:${port} {`)

function find(name: string, debian: string): string | undefined {
  const places = [Bun.which(name), `/usr/sbin/${name}`, `/usr/bin/${name}`]
  const program = places.find((place) => place !== null && existsSync(place)) ?? undefined
  if (!program)
    console.warn(`\n*** TESTS BEHIND ${name} ARE SKIPPED: apt-get install ${debian} ***\n`)
  return program
}

/** Runs a program in a temporary folder until it is stopped. Resolves once its port accepts connections. */
async function run(port: number, write: (folder: string) => string[]): Promise<RunningProxy> {
  const { folder, remove } = makeFolder()
  const env = { PATH: '/usr/sbin:/usr/bin:/bin', HOME: folder, XDG_DATA_HOME: folder }
  const child = Bun.spawn(write(folder), { env, stdio: ['ignore', 'pipe', 'pipe'] })
  const output = Promise.all([new Response(child.stdout).text(), new Response(child.stderr).text()])
  const stop = async () => {
    child.kill('SIGTERM')
    await child.exited
    remove()
  }
  const started = performance.now()
  while (!(await connects(port))) {
    if (child.exitCode === null && performance.now() - started < READY_WITHIN_MS) {
      await Bun.sleep(10)
      continue
    }
    await stop()
    throw new Error(`The proxy did not start.\n${(await output).join('')}`)
  }
  return { stop }
}

const connects = (port: number) =>
  Bun.connect({ hostname: '127.0.0.1', port, socket: { data: () => undefined } }).then(
    (socket) => {
      socket.end()
      return true
    },
    () => false,
  )

const nginxConfig = (folder: string, server: string) => `
daemon off;
${process.getuid?.() === 0 ? 'user root;' : ''}
pid ${folder}/pid;
error_log stderr;
events {}
http {
  access_log off;
  ${['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map((kind) => `${kind}_temp_path ${folder}/${kind};`).join('\n  ')}
${server}
}
`

function writeCertificate(folder: string): void {
  const names = ['-subj', '/CN=localhost', '-addext', 'subjectAltName=IP:127.0.0.1']
  const key = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes']
  const files = ['-keyout', join(folder, 'key'), '-out', join(folder, 'pem')]
  const made = Bun.spawnSync(['openssl', 'req', '-x509', ...key, ...names, ...files])
  if (!made.success) throw new Error(`openssl: ${made.stderr}`)
}

/** nginx with a configuration and a self-signed certificate. */
export function nginx(recipe: string): ReverseProxy {
  const program = find('nginx', 'nginx-light')
  const start = ({ port, upstream }: Places) =>
    run(port, (folder) => {
      writeCertificate(folder)
      const server = recipeText(recipe, port)
        .replace(/ssl_certificate .*;/, `ssl_certificate ${folder}/pem;`)
        .replace(/ssl_certificate_key .*;/, `ssl_certificate_key ${folder}/key;`)
        .replace('proxy_pass http://127.0.0.1:5000', `proxy_pass ${upstream}`)
      const file = join(folder, 'nginx.conf')
      writeFileSync(file, nginxConfig(folder, server))
      const command = [program ?? '', '-p', folder, '-c', file]
      const check = Bun.spawnSync([...command, '-t'])
      if (!check.success) throw new Error(`nginx -t: ${check.stderr}`)
      return command
    })
  return { name: 'nginx', recipe, program, scheme: 'https', start }
}

/** Caddy with a configuration, without TLS: it would request a public certificate. */
export function caddy(recipe: string): ReverseProxy {
  const program = find('caddy', 'caddy')
  const start = ({ port, upstream }: Places) =>
    run(port, (folder) => {
      const site = recipeText(recipe, port).replace(
        /reverse_proxy [\d.:]+( [\d.:]+)*/,
        `reverse_proxy ${upstream.replace('unix:', 'unix/').replace(/^http:\/\//, '')}`,
      )
      const file = join(folder, 'Caddyfile')
      mkdirSync(join(folder, 'data'))
      chmodSync(folder, 0o755)
      writeFileSync(file, `{\n\tadmin off\n}\n${site}`)
      const about = ['--config', file, '--adapter', 'caddyfile']
      const check = Bun.spawnSync([program ?? '', 'validate', ...about])
      if (!check.success) throw new Error(`caddy validate: ${check.stderr}`)
      return [program ?? '', 'run', ...about]
    })
  return { name: 'Caddy', recipe, program, scheme: 'http', start }
}
