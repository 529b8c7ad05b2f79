/**
 * The development server (`bun run dev`, on HOST and PORT). It restarts when server sources change. When sources of the
 * web UI change, it bundles them again and reloads open pages.
 */
import { watch } from 'node:fs'
import { freePort } from './free-port'
import { inProject } from './project'
import { bundleWeb } from './web/bundle-web'

const HOST = process.env.HOST ?? '127.0.0.1'
const PORT = Number(process.env.PORT ?? 5000)

/** Milliseconds that requests wait while the server restarts. */
const MAX_RESTART_TIME = 10_000
/** Milliseconds to wait after a change, so that editors can finish writing. */
const SETTLING = 50

const NEWS = '/dev/news'
const RELOADER = `<script>new EventSource('${NEWS}').onmessage = () => location.reload()</script>`

/** The actual server, to which this one forwards requests. */
interface Server {
  url: string
  restart: () => Promise<void>
  /** Stops the server after it has finished requests in progress. */
  stop: () => Promise<void>
}

function startBehind(): Server {
  const port = String(freePort())
  const spawn = () =>
    Bun.spawn([process.execPath, 'src/main.ts', 'serve'], {
      cwd: inProject(),
      env: {
        UI_URL: `http://localhost:${PORT}`,
        ...process.env,
        ...{ HOST: '127.0.0.1', PORT: port, TRUSTED_PROXIES: '127.0.0.1' },
      },
      stdio: ['ignore', 'inherit', 'inherit'],
    })
  let child = spawn()
  const end = async (signal: NodeJS.Signals) => {
    child.kill(signal)
    await child.exited
  }
  return {
    url: `http://127.0.0.1:${port}`,
    restart: async () => {
      await end('SIGKILL')
      child = spawn()
    },
    stop: () => end('SIGTERM'),
  }
}

/** Calls `then` shortly after matching files of `src` change. Calls do not overlap. */
function watchSources(isConcerned: (path: string) => boolean, then: () => Promise<void>): void {
  let settling: Timer | undefined
  let last = Promise.resolve()
  watch(inProject('src'), { recursive: true }, (_, path) => {
    if (path === null || !isConcerned(path)) return
    clearTimeout(settling)
    settling = setTimeout(() => {
      last = last.then(then)
    }, SETTLING)
  })
}

/** Forwards a request to the server. Retries while the server restarts. */
async function forward(request: Request, upstream: string): Promise<Response> {
  const { pathname, search } = new URL(request.url)
  const { method, headers } = request
  const body = request.body && (await request.arrayBuffer())
  const limit = performance.now() + MAX_RESTART_TIME
  for (;;)
    try {
      const init = { method, headers, body, redirect: 'manual', decompress: false } as const
      return await fetch(`${upstream}${pathname}${search}`, init)
    } catch (error) {
      if (performance.now() > limit) return new Response(String(error), { status: 502 })
      await Bun.sleep(SETTLING)
    }
}

/** The files of the last successful bundle of the web UI, by URL path. */
interface Ui {
  files: Map<string, Blob>
}

async function bundle(ui: Ui): Promise<void> {
  const began = performance.now()
  try {
    const files = await bundleWeb('development')
    ui.files = new Map(
      files.map(({ path, content }) => [
        `/${path}`,
        new Blob([content], { type: Bun.file(path).type }),
      ]),
    )
    console.log(`web UI bundled in ${Math.round(performance.now() - began)} ms`)
  } catch (error) {
    console.error(
      'The web UI cannot be bundled: pages keep using the last successful bundle.',
      error,
    )
  }
}

async function sendUi(path: string, { files }: Ui): Promise<Response> {
  const file = files.get(path)
  if (file && path !== '/index.html') return new Response(file)
  if (path.startsWith('/assets/')) return new Response('not found', { status: 404 })
  const page = (await files.get('/index.html')?.text()) ?? ''
  return new Response(`${page}${RELOADER}`, { headers: { 'content-type': 'text/html' } })
}

/** Connections of open pages, which are notified of changes. */
const readers = new Set<ReadableStreamDefaultController>()

function subscribe(): Response {
  let reader: ReadableStreamDefaultController
  const stream = new ReadableStream({
    start: (controller) => {
      reader = controller
      readers.add(controller)
      controller.enqueue(': hello\n\n')
    },
    cancel: () => void readers.delete(reader),
  })
  return new Response(stream, { headers: { 'content-type': 'text/event-stream' } })
}

const behind = startBehind()
const toServer = (request: Request) => forward(request, behind.url)
const ui: Ui = { files: new Map() }
await bundle(ui)

const isUi = (path: string) => path.startsWith('web/')
watchSources((path) => !isUi(path), behind.restart)
watchSources(
  (path) => isUi(path) || path.startsWith('domain/reference/'),
  async () => {
    await bundle(ui)
    for (const reader of readers) reader.enqueue('data: changed\n\n')
  },
)

const server = Bun.serve({
  hostname: HOST,
  port: PORT,
  idleTimeout: 0,
  routes: {
    '/api': toServer,
    '/api/*': toServer,
    '/api-docs/*': toServer,
    '/metrics': toServer,
    '/users/:name/workouts.rss': toServer,
    '/users/:name/workouts.atom': toServer,
    [NEWS]: subscribe,
  },
  fetch: (request) => sendUi(new URL(request.url).pathname, ui),
})
console.log(`Milepost for development: ${server.url.href}`)

for (const signal of ['SIGINT', 'SIGTERM'] as const)
  process.on(signal, async () => {
    await behind.stop()
    process.exit(0)
  })
