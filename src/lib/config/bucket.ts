import { ConfigError, type Environment } from './environment-variables'

/** The S3 bucket in which uploads are stored instead of a folder. */
export interface BucketSettings {
  bucket: string
  /** Undefined means Amazon's endpoint for the region. */
  endpoint: string | undefined
  region: string
  accessKeyId: string
  secretAccessKey: string
  /** Prefix of all object keys; empty, or ends with a slash. */
  prefix: string
  /** Size in bytes of the local cache of files. */
  cacheBytes: number
}

const MEGABYTE = 1024 * 1024
const DEFAULT_REGION = 'us-east-1'
const DEFAULT_CACHE = 1024

/** Reads the bucket settings. Returns undefined when files are stored in a folder. @throws ConfigError */
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
