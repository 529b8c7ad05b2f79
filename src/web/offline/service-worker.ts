/**
 * The service worker. It lets the app start without a connection, and receives files that other apps on a phone share
 * with it, and shows notifications. Only the files of the web UI are cached, which are the same for all users; responses of the API are
 * not cached here. Requests it does not handle go to the server as usual.
 */
import { storeShared } from '@/web/uploads/file-store'
import { type NotificationScope, openNotification, showMessage } from './push-messages'

/** Set by the build: the paths of the files needed to start the app, and an identifier of this version. */
declare const BUILD_FILES: readonly string[]
declare const BUILD_VERSION: string

interface LifecycleEvent extends Event {
  waitUntil: (done: Promise<unknown>) => void
}
interface WorkerFetchEvent extends LifecycleEvent {
  request: Request
  respondWith: (response: Promise<Response>) => void
}
interface WorkerMessageEvent extends LifecycleEvent {
  data: unknown
  ports: readonly MessagePort[]
}
interface PushEvent extends LifecycleEvent {
  data: { json: () => unknown } | null
}
interface ClickEvent extends LifecycleEvent {
  notification: Notification
}
interface WorkerScope extends NotificationScope {
  location: Location
  clients: NotificationScope['clients'] & { claim: () => Promise<void> }
  skipWaiting: () => Promise<void>
  addEventListener<Kind extends keyof Events>(
    kind: Kind,
    listener: (event: Events[Kind]) => void,
  ): void
}
interface Events {
  install: LifecycleEvent
  activate: LifecycleEvent
  fetch: WorkerFetchEvent
  message: WorkerMessageEvent
  push: PushEvent
  notificationclick: ClickEvent
}

const scope = self as unknown as WorkerScope

/** The build replaces every occurrence of the name by the list, so it must occur only here. */
const FILES = BUILD_FILES

/** The base path of the server, with a trailing slash. */
const BASE = new URL('./', scope.location.href).pathname
const CACHE_PREFIX = `milepost${BASE}`
const CACHE = `${CACHE_PREFIX}#${BUILD_VERSION}`
/** Number of versions whose files are cached, because open tabs may still use the previous version. */
const CACHED_VERSIONS = 2
/** Milliseconds to wait for the server's page before the cached one is shown. */
const PAGE_TIMEOUT_MS = 6000
/** Paths, relative to the base path, that are not pages of the app. */
const NO_PAGE = /^(api|api-docs|dav|metrics)(\/|$)|^share\/|\.(rss|atom|js|txt|webmanifest)$/

scope.addEventListener('install', (event) => event.waitUntil(cacheApp()))
scope.addEventListener('activate', (event) => event.waitUntil(activate()))
scope.addEventListener('fetch', (event) => {
  const response = getResponse(event.request)
  if (response) event.respondWith(response)
})
scope.addEventListener('message', (event) => {
  const { data, ports } = event
  if (data === 'activate') event.waitUntil(scope.skipWaiting())
  if (data === 'version') ports[0]?.postMessage(BUILD_VERSION)
  if (Array.isArray(data)) event.waitUntil(cacheUsed(data.map(String)))
})
scope.addEventListener('push', (event) => event.waitUntil(showMessage(scope, event.data)))
scope.addEventListener('notificationclick', (event) =>
  event.waitUntil(openNotification(scope, event.notification)),
)

/**
 * Caches the page and files of this version.
 * @throws if the server already has a newer version; the browser will install the worker of that version
 */
async function cacheApp(): Promise<void> {
  const page = await fetch(BASE, { cache: 'no-cache' })
  const text = await page.clone().text()
  const assets = [...text.matchAll(/(?:src|href)="([^"]+\.(?:js|css))"/g)].map(
    ([, path = '']) => path,
  )
  if (!page.ok || !assets.every((path) => FILES.includes(path)))
    throw new Error('The server has a different version of the page.')
  const cache = await caches.open(CACHE)
  await cache.addAll([...FILES])
  await cache.put(BASE, page)
}

/** Caches the files that the page loaded before the worker was active, such as its language and fonts. */
async function cacheUsed(urls: readonly string[]): Promise<void> {
  const cache = await caches.open(CACHE)
  for (const url of urls)
    if (isAsset(new URL(url)) && !(await cache.match(url))) await cache.add(url)
}

async function activate(): Promise<void> {
  const versions = (await caches.keys()).filter((name) => name.startsWith(`${CACHE_PREFIX}#`))
  const others = versions.filter((name) => name !== CACHE)
  for (const name of others.slice(0, Math.max(0, others.length - CACHED_VERSIONS + 1)))
    await caches.delete(name)
  await scope.clients.claim()
}

const isAsset = ({ origin, pathname }: URL) =>
  origin === scope.location.origin && pathname.startsWith(`${BASE}assets/`)

function getResponse(request: Request): Promise<Response> | undefined {
  const url = new URL(request.url)
  if (url.origin !== scope.location.origin || !url.pathname.startsWith(BASE)) return undefined
  const path = url.pathname.slice(BASE.length)
  if (request.method === 'POST' && path === 'share') return receiveShare(request)
  if (request.method !== 'GET') return undefined
  if (isAsset(url)) return findAsset(request)
  return request.mode === 'navigate' && !NO_PAGE.test(path) ? findPage(request) : undefined
}

/** Returns a file whose name contains a hash of its content. It is cached on first use and never expires. */
async function findAsset(request: Request): Promise<Response> {
  const cached = await caches.match(request, { ignoreVary: true })
  if (cached) return cached
  const response = await fetch(request)
  if (response.ok) await (await caches.open(CACHE)).put(request, response.clone())
  return response
}

/** Returns the server's page, or the cached one if the server does not respond in time or with an error of a proxy. */
async function findPage(request: Request): Promise<Response> {
  const getCachedPage = () => caches.open(CACHE).then((cache) => cache.match(BASE))
  const response = fetch(request)
  const timeout = new Promise<undefined>((resolve) => setTimeout(resolve, PAGE_TIMEOUT_MS))
  const first = await Promise.race([response, timeout]).catch(() => undefined)
  return first && first.status < 500 ? first : ((await getCachedPage()) ?? response)
}

/** Stores the files that another app shared, and redirects to the screen that uploads them. */
async function receiveShare(request: Request): Promise<Response> {
  try {
    const form = await request.formData()
    const files = form.getAll('files').filter((entry): entry is File => entry instanceof File)
    await storeShared(BASE, files)
  } catch {
    // The screen reports that no file was received.
  }
  return Response.redirect(`${BASE}share`, 303)
}
