/**
 * Replaces the executable in recorded scenarios. Its `serve` is a complete installation: a primary server, two
 * replicas, and Caddy in front of them. All other commands are those of the executable. A scenario reads as one user
 * what another wrote a moment ago, so writes are acknowledged only once both replicas have them.
 */
import { freePort } from '@/build/free-port'
import { inProject } from '@/build/project'
import { afterTest, finishTest } from './after-test'
import { installBinary } from './binary'
import { findLitestream } from './programs'
import { caddy } from './proxies'
import { install, positionOf, type ReplicaServer } from './replicas'
import { until } from './until'

async function serve(): Promise<void> {
  const litestream = findLitestream()
  const { program, start } = caddy('Caddyfile.readers')
  if (!litestream || !program) throw new Error('It takes Litestream and Caddy.')
  const { DATA_DIR: dataDir = '', PORT: port, ...settings } = environment()
  const binary = installBinary()
  afterTest(binary.remove)
  const place = { ...binary, dataDir }
  const world = await install(place, litestream, {
    settings: { ...settings, DATA_DIR: dataDir },
    interval: '20ms',
  })
  afterTest(world.primary.stop)
  const readers = [await world.addReader(), await world.addReader()]
  for (const { server } of readers) afterTest(server.stop)
  const inside = freePort()
  const upstream = readers.map(({ server }) => new URL(server.url).host).join(' ')
  const proxy = await start({ port: inside, upstream })
  afterTest(proxy.stop)
  const front = Bun.serve({
    hostname: '127.0.0.1',
    port: Number(port),
    idleTimeout: 255,
    maxRequestBodySize: 2 ** 31,
    fetch: (request) => answer(request, inside, readers),
  })
  console.log('listening')
  await new Promise<void>((resolve) => process.once('SIGTERM', () => resolve()))
  await front.stop(true)
  for (const server of [world.primary, ...readers.map(({ server }) => server)])
    console.log(server.url, server.output())
  await finishTest()
  process.exit(0)
}

const environment = (): Record<string, string> =>
  Object.fromEntries(
    Object.entries(process.env).flatMap(([name, value]) =>
      value === undefined ? [] : [[name, value]],
    ),
  )

async function answer(request: Request, port: number, readers: ReplicaServer[]): Promise<Response> {
  const { pathname, search } = new URL(request.url)
  const { method, headers } = request
  const body = await request.arrayBuffer()
  const answer = await fetch(`http://127.0.0.1:${port}${pathname}${search}`, {
    method,
    headers,
    body: body.byteLength > 0 ? body : null,
    redirect: 'manual',
    decompress: false,
  })
  const position = /milepost-position=(\d+)/.exec(answer.headers.get('set-cookie') ?? '')?.[1]
  if (position !== undefined)
    await until('the copies', () =>
      readers.every((reader) => positionOf(reader) >= Number(position)),
    )
  const { status } = answer
  const kept = new Headers(answer.headers)
  kept.delete('set-cookie')
  return new Response(answer.body, { status, headers: kept })
}

const args = process.argv.slice(2)
if (args[0] === 'serve') await serve()
else
  process.exitCode = await Bun.spawn([inProject('dist', 'milepost'), ...args], {
    stdio: ['inherit', 'inherit', 'inherit'],
  }).exited
