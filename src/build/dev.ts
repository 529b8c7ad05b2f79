/**
 * The server for development (`bun run dev`, on HOST and PORT). It restarts when its sources change; the web UI is
 * bundled anew when its own do, and open pages reload.
 */
import { watch } from 'node:fs'
import { bundleWeb } from './bundle-web'
import { freePort } from './free-port'
import { inProject } from './project'

const HOST = process.env.HOST ?? '127.0.0.1'
const PORT = Number(process.env.PORT ?? 5000)

/** Milliseconds that requests wait for a server that is just restarting. */
const LONGEST_RESTART = 10_000
/** Milliseconds for an editor to have written all it has to write. */
const SETTLING = 50

const NEWS = '/dev/news'
const RELOADER = `<script>new EventSource('${NEWS}').onmessage = () => location.reload()</script>`

/** The server itself, behind this one. */
interface Server {
  url: string
  restart: () => Promise<void>
  /** Lets requests under way be answered. */
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

/** Does something a moment after files of `src` have changed that it is concerned with, once at a time. */
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

/** Hands a request on to the server, again and again while it restarts. */
async function forward(request: Request, upstream: string): Promise<Response> {
  const { pathname, search } = new URL(request.url)
  const { method, headers } = request
  const body = request.body && (await request.arrayBuffer())
  const limit = performance.now() + LONGEST_RESTART
  for (;;)
    try {
      const init = { method, headers, body, redirect: 'manual', decompress: false } as const
      return await fetch(`${upstream}${pathname}${search}`, init)
    } catch (error) {
      if (performance.now() > limit) return new Response(String(error), { status: 502 })
      await Bun.sleep(SETTLING)
    }
}

/** The web UI as it was when it last could be bundled, by URL path. */
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
    console.error('The web UI cannot be bundled; pages go on with the last one that could.', error)
  }
}

async function sendUi(path: string, { files }: Ui): Promise<Response> {
  const file = files.get(path)
  if (file && path !== '/index.html') return new Response(file)
  if (path.startsWith('/assets/')) return new Response('not found', { status: 404 })
  const page = (await files.get('/index.html')?.text()) ?? ''
  return new Response(`${page}${RELOADER}`, { headers: { 'content-type': 'text/html' } })
}

/** Who has a page open, and is told that it is out of date. */
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
  (path) => isUi(path) || path.startsWith('reference/'),
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
