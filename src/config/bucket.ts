import { ConfigError, type Environment } from './env'

/** Where files are stored instead of in a folder: a bucket that speaks S3. */
export interface BucketSettings {
  bucket: string
  /** Undefined: that of Amazon in the region. */
  endpoint: string | undefined
  region: string
  accessKeyId: string
  secretAccessKey: string
  /** Before all names; empty, or with a slash at its end. */
  prefix: string
  /** Bytes of files that are kept on this machine as well. */
  cacheBytes: number
}

const MEGABYTE = 1024 * 1024
const DEFAULT_REGION = 'us-east-1'
const DEFAULT_CACHE = 1024

/** The bucket of an installation; undefined for one that stores files in a folder. @throws ConfigError. */
export function bucketSettings(env: Environment): BucketSettings | undefined {
  const { UPLOADS_S3_BUCKET: bucket, UPLOADS_S3_ENDPOINT: endpoint } = env
  if (bucket === undefined) {
    if (endpoint === undefined) return undefined
    throw new ConfigError('UPLOADS_S3_ENDPOINT is set but UPLOADS_S3_BUCKET is not: set both.')
  }
  const { UPLOADS_S3_ACCESS_KEY_ID: accessKeyId, UPLOADS_S3_SECRET_ACCESS_KEY: secretAccessKey } =
    env
  if (accessKeyId === undefined || secretAccessKey === undefined)
    throw new ConfigError(
      'UPLOADS_S3_BUCKET is set: set UPLOADS_S3_ACCESS_KEY_ID and UPLOADS_S3_SECRET_ACCESS_KEY, too.',
    )
  if (endpoint !== undefined && !/^https?:\/\/[^/]+$/.test(endpoint))
    throw new ConfigError(
      `UPLOADS_S3_ENDPOINT is '${endpoint}': give an address like https://s3.example.org.`,
    )
  const prefix = (env.UPLOADS_S3_PREFIX ?? '').replace(/^\/+|\/+$/g, '')
  return {
    bucket,
    endpoint,
    region: env.UPLOADS_S3_REGION ?? DEFAULT_REGION,
    accessKeyId,
    secretAccessKey,
    prefix: prefix === '' ? '' : `${prefix}/`,
    cacheBytes: cacheMegabytes(env.UPLOADS_S3_CACHE) * MEGABYTE,
  }
}

function cacheMegabytes(text: string | undefined): number {
  if (text === undefined) return DEFAULT_CACHE
  if (/^\d{1,9}$/.test(text)) return Number(text)
  throw new ConfigError(`UPLOADS_S3_CACHE is '${text}': give a whole number of megabytes.`)
}
