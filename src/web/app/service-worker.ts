/**
 * Opens the app without a server, and takes in what phones share with it. Kept are the files of the web UI, which are
 * the same for everybody: no answer of the API ever is. What it does not know goes to the server as if it was not there.
 */
import { keepShared } from './file-store'

/** Set by the build: paths of the files that the app opens with, and what names this version of them. */
declare const BUILD_FILES: readonly string[]
declare const BUILD_VERSION: string

interface LifeEvent extends Event {
  waitUntil: (done: Promise<unknown>) => void
}
interface AskEvent extends LifeEvent {
  request: Request
  respondWith: (answer: Promise<Response>) => void
}
interface Told extends LifeEvent {
  data: unknown
  ports: readonly MessagePort[]
}
interface WorkerScope {
  location: Location
  clients: { claim: () => Promise<void> }
  skipWaiting: () => Promise<void>
  addEventListener<Kind extends keyof Events>(
    kind: Kind,
    listener: (event: Events[Kind]) => void,
  ): void
}
interface Events {
  install: LifeEvent
  activate: LifeEvent
  fetch: AskEvent
  message: Told
}

const scope = self as unknown as WorkerScope

/** NOTE the build writes the list wherever its name stands: here alone. */
const FILES = BUILD_FILES

/** The path that the server is below, with its slash. */
const BASE = new URL('./', scope.location.href).pathname
const OWN = `milepost${BASE}`
const CACHE = `${OWN}#${BUILD_VERSION}`
/** Tabs of the version before go on with its files. */
const KEPT_VERSIONS = 2
/** So long a page may take before the kept one is shown instead, in milliseconds. */
const PATIENCE = 6000
/** Addresses that are no page of the app. */
const NO_PAGE = /^(api|api-docs|dav|metrics)(\/|$)|\.(rss|js|txt|webmanifest)$/

scope.addEventListener('install', (event) => event.waitUntil(keepApp()))
scope.addEventListener('activate', (event) => event.waitUntil(takeOver()))
scope.addEventListener('fetch', (event) => {
  const answer = answerTo(event.request)
  if (answer) event.respondWith(answer)
})
scope.addEventListener('message', (event) => {
  const { data, ports } = event
  if (data === 'activate') event.waitUntil(scope.skipWaiting())
  if (data === 'version') ports[0]?.postMessage(BUILD_VERSION)
  if (Array.isArray(data)) event.waitUntil(keepUsed(data.map(String)))
})

/** Keeps page and files of this version. @throws when the server has another one by now: its worker will come. */
async function keepApp(): Promise<void> {
  const page = await fetch(BASE, { cache: 'no-cache' })
  const text = await page.clone().text()
  const named = [...text.matchAll(/(?:src|href)="([^"]+\.(?:js|css))"/g)].map(
    ([, path = '']) => path,
  )
  if (!page.ok || !named.every((path) => FILES.includes(path)))
    throw new Error('The page is of another version.')
  const cache = await caches.open(CACHE)
  await cache.addAll([...FILES])
  await cache.put(BASE, page)
}

/** Keeps what the page had loaded before there was a worker to see it: its language, its fonts. */
async function keepUsed(urls: readonly string[]): Promise<void> {
  const cache = await caches.open(CACHE)
  for (const url of urls)
    if (isAsset(new URL(url)) && !(await cache.match(url))) await cache.add(url)
}

async function takeOver(): Promise<void> {
  const versions = (await caches.keys()).filter((name) => name.startsWith(`${OWN}#`))
  const others = versions.filter((name) => name !== CACHE)
  for (const name of others.slice(0, Math.max(0, others.length - KEPT_VERSIONS + 1)))
    await caches.delete(name)
  await scope.clients.claim()
}

const isAsset = ({ origin, pathname }: URL) =>
  origin === scope.location.origin && pathname.startsWith(`${BASE}assets/`)

function answerTo(request: Request): Promise<Response> | undefined {
  const url = new URL(request.url)
  if (url.origin !== scope.location.origin || !url.pathname.startsWith(BASE)) return undefined
  const path = url.pathname.slice(BASE.length)
  if (request.method === 'POST' && path === 'share') return takeIn(request)
  if (request.method !== 'GET') return undefined
  if (isAsset(url)) return findAsset(request)
  return request.mode === 'navigate' && !NO_PAGE.test(path) ? findPage(request) : undefined
}

/** A file whose name changes with its content: kept for good once it was asked for. */
async function findAsset(request: Request): Promise<Response> {
  const kept = await caches.match(request, { ignoreVary: true })
  if (kept) return kept
  const answer = await fetch(request)
  if (answer.ok) await (await caches.open(CACHE)).put(request, answer.clone())
  return answer
}

/** The page of the server; the kept one when there is no answer, or only that of a proxy. */
async function findPage(request: Request): Promise<Response> {
  const kept = () => caches.open(CACHE).then((cache) => cache.match(BASE))
  const asked = fetch(request)
  const late = new Promise<undefined>((resolve) => setTimeout(resolve, PATIENCE))
  const first = await Promise.race([asked, late]).catch(() => undefined)
  return first && first.status < 500 ? first : ((await kept()) ?? asked)
}

/** Keeps the files that another app shares, and shows the screen that takes them from here. */
async function takeIn(request: Request): Promise<Response> {
  try {
    const form = await request.formData()
    const files = form.getAll('files').filter((entry): entry is File => entry instanceof File)
    await keepShared(BASE, files)
  } catch {
    // The screen tells that none has arrived.
  }
  return Response.redirect(`${BASE}share`, 303)
}
