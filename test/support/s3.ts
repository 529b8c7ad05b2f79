import { join } from 'node:path'
import { freePort } from '@/build/free-port'
import type { BucketSettings } from '@/lib/config/bucket'
import { afterTest } from './after-test'
import { makeFolder } from './folder'

/** A bucket on an S3 server for tests. */
export interface Bucket {
  endpoint: string
  name: string
  region: string
  accessKeyId: string
  secretAccessKey: string
  /** Stops the server. */
  stop: () => Promise<void>
}

const BUCKETS = Array.from({ length: 9 }, (_, at) => `milepost-${at}`)
/** The only account of s3rver. */
const KEY = 'S3RVER'

/** Node, because it sorts listings as S3 does. It needs an obsolete cipher. */
const PROGRAM = `
const S3rver = require('s3rver')
const [port, directory, ...buckets] = process.argv.slice(1)
const configureBuckets = buckets.map((name) => ({ name }))
new S3rver({ port: Number(port), address: '127.0.0.1', silent: true, directory, configureBuckets })
  .run()
  .then(() => console.log('listening'))
`

/** PATH without the folder in which `bun run` replaces node. */
const withoutShim = (path: string): string =>
  path
    .split(':')
    .filter((folder) => !folder.includes('/bun-node-'))
    .join(':')

/** Starts an S3 server from the folder that `findS3Server` returns, until the end of the test. */
export async function startS3Server(folder: string): Promise<Bucket> {
  const { buckets, stop } = await openS3Server(folder)
  afterTest(stop)
  return buckets[0] as Bucket
}

/** Starts an S3 server with several empty buckets until it is stopped: for tests that each take another bucket. */
export async function openS3Server(
  folder: string,
): Promise<{ buckets: Bucket[]; stop: () => Promise<void> }> {
  const port = freePort()
  const content = makeFolder()
  const command = [
    'node',
    '--openssl-legacy-provider',
    '-e',
    PROGRAM,
    String(port),
    content.folder,
    ...BUCKETS,
  ]
  const server = Bun.spawn(command, {
    env: { PATH: withoutShim(process.env.PATH ?? ''), NODE_PATH: join(folder, 'node_modules') },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const stop = async () => {
    server.kill('SIGKILL')
    await server.exited
    content.remove()
  }
  const { value } = await server.stdout.getReader().read()
  if (value === undefined) {
    await stop()
    throw new Error('The S3 server did not start.')
  }
  const endpoint = `http://127.0.0.1:${port}`
  const account = { region: 'us-east-1', accessKeyId: KEY, secretAccessKey: KEY }
  return { buckets: BUCKETS.map((name) => ({ endpoint, name, ...account, stop })), stop }
}

/** The settings of a server that stores its files in a bucket. */
export const bucketSettings = ({ name, stop: _, ...rest }: Bucket): BucketSettings => ({
  ...rest,
  bucket: name,
  prefix: '',
  cacheBytes: 1e9,
})
