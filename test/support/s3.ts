import { join } from 'node:path'
import { freePort } from '@/build/free-port'
import type { BucketSettings } from '@/config/bucket'
import { afterTest } from './after-test'
import { newTestFolder } from './folder'

/** A bucket on a server of the test's own. */
export interface Bucket {
  endpoint: string
  name: string
  region: string
  accessKeyId: string
  secretAccessKey: string
  /** Ends the server. */
  stop: () => Promise<void>
}

const BUCKET = 'milepost'
/** The one account that s3rver knows. */
const KEY = 'S3RVER'

/** Node, because its listings are in order there, as those of S3 are; it needs a cipher that is out of use. */
const PROGRAM = `
const S3rver = require('s3rver')
const [port, directory, bucket] = process.argv.slice(1)
new S3rver({ port: Number(port), address: '127.0.0.1', silent: true, directory, configureBuckets: [{ name: bucket }] })
  .run()
  .then(() => console.log('listening'))
`

/** The places of programs but for the one where `bun run` stands for node. */
const withoutShim = (path: string): string =>
  path
    .split(':')
    .filter((folder) => !folder.includes('/bun-node-'))
    .join(':')

/** Starts an S3 server, from the folder that `findS3Server` names, until the end of the test. */
export async function startS3Server(folder: string): Promise<Bucket> {
  const port = freePort()
  const command = [
    'node',
    '--openssl-legacy-provider',
    '-e',
    PROGRAM,
    String(port),
    newTestFolder(),
    BUCKET,
  ]
  const server = Bun.spawn(command, {
    env: { PATH: withoutShim(process.env.PATH ?? ''), NODE_PATH: join(folder, 'node_modules') },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const stop = async () => {
    server.kill('SIGKILL')
    await server.exited
  }
  afterTest(stop)
  const { value } = await server.stdout.getReader().read()
  if (value === undefined) throw new Error('The S3 server did not start.')
  const endpoint = `http://127.0.0.1:${port}`
  return {
    endpoint,
    name: BUCKET,
    region: 'us-east-1',
    accessKeyId: KEY,
    secretAccessKey: KEY,
    stop,
  }
}

/** The settings of a server that stores its files in a bucket. */
export const bucketSettings = ({ name, stop: _, ...rest }: Bucket): BucketSettings => ({
  ...rest,
  bucket: name,
  prefix: '',
  cacheBytes: 1e9,
})
