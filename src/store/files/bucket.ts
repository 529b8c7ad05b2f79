import { rm } from 'node:fs/promises'
import type { BucketSettings } from '@/lib/config/bucket'
import type { Clock } from '@/lib/time/clock'
import type { BucketCache } from './bucket-cache'
import {
  type Files,
  INCOMING,
  isPermanent,
  type ListedFile,
  lostPath,
  outside,
  type WrittenFile,
} from './stored-files'

interface Parts {
  /** Where files arrive. */
  local: Files
  cache: BucketCache
  clock: Pick<Clock, 'elapsed'>
}

/** Milliseconds for which the size of a bucket is cached, because computing it requires a list of all files. */
const SIZE_HOLDS = 600_000
const MISSING = ['NoSuchKey', 'NotFound', '404']

/**
 * Stored files in an S3 bucket. As in a folder, a file is stored before its row is committed: `keep` resolves when the
 * bucket has acknowledged it. Files are uploaded to the local disk first, and read through a cache on that disk. Names
 * are never reused, so cached copies never become stale.
 */
export function openBucketFiles(settings: BucketSettings, { local, cache, clock }: Parts): Files {
  const { prefix, endpoint, cacheBytes: _, ...credentials } = settings
  const client = new Bun.S3Client({ ...credentials, ...(endpoint !== undefined && { endpoint }) })
  const keyOf = (relative: string) => prefix + checked(relative)
  const upload = (path: string, relative: string) =>
    sent(client.write(keyOf(relative), Bun.file(path)))
  const remove = async (relative: string) => {
    await sent(client.delete(keyOf(relative)))
    await cache.remove(relative)
  }
  const list = (folder: string) => listBelow(client, prefix, folder)
  const listStored = async function* () {
    for await (const file of list('')) if (isPermanent(file.path.split('/')[0] ?? '')) yield file
  }
  const storeWritten = async (files: readonly WrittenFile[]) => {
    const sent = await Promise.allSettled(files.map((file) => upload(file.incoming, file.relative)))
    const failed = sent.find(({ status }) => status === 'rejected')
    if (failed) {
      await Promise.allSettled(files.map(({ relative }) => client.delete(keyOf(relative))))
      throw (failed as PromiseRejectedResult).reason
    }
    for (const { incoming, relative } of files) await cache.put(incoming, relative)
  }
  const size = rememberedSize(listStored, clock)
  return {
    pathOf: (relative) => (isArriving(relative) ? local : cache).pathOf(relative),
    incoming: local.incoming,
    discardUploads: local.discardUploads,
    store: (incoming, relative) => storeWritten([{ incoming, relative }]),
    storeWritten,
    fetch: async (relative) =>
      cache.find(relative) ??
      (await download(client.file(keyOf(relative)), relative, { local, cache })),
    list: listStored,
    remove: (relative) => (isArriving(relative) ? local.remove(relative) : remove(relative)),
    removeFolder: async (relative) => {
      if (isArriving(relative)) return local.removeFolder(relative)
      for await (const { path } of list(`${checked(relative)}/`)) await remove(path)
    },
    filesIn: async (relative) => {
      if (isArriving(relative)) return local.filesIn(relative)
      const folder = `${checked(relative)}/`
      const found = await Array.fromAsync(list(folder))
      return found.filter(({ path }) => !path.slice(folder.length).includes('/'))
    },
    foldersIn: (relative) =>
      isArriving(relative) ? local.foldersIn(relative) : foldersIn(client, `${keyOf(relative)}/`),
    setAside: async (relative) => {
      const aside = keyOf(lostPath(relative))
      await sent(client.write(aside, client.file(keyOf(relative))))
      await remove(relative)
    },
    exists: (relative) => sent(client.exists(keyOf(relative))),
    totalSize: size,
    measure: (relative) => sumOf(list(`${checked(relative)}/`)),
  }
}

/** Lists the objects whose keys begin with a folder of a prefix. */
async function* listBelow(
  client: Bun.S3Client,
  prefix: string,
  folder: string,
): AsyncGenerator<ListedFile> {
  for await (const page of pages(client, { prefix: prefix + folder }))
    for (const { key, size = 0, lastModified = '' } of page.contents ?? []) {
      const modifiedAt = Date.parse(lastModified)
      yield { path: key.slice(prefix.length), size, modifiedAt }
    }
}

async function sumOf(files: AsyncIterable<ListedFile>): Promise<{ bytes: number; files: number }> {
  const sum = { bytes: 0, files: 0 }
  for await (const file of files) {
    sum.bytes += file.size
    sum.files += 1
  }
  return sum
}

const isArriving = (relative: string) =>
  relative === INCOMING || relative.startsWith(`${INCOMING}/`)

/** @throws Error for a path that is not a file in the uploads folder. */
function checked(relative: string): string {
  if (relative.split('/').some((part) => ['', '.', '..'].includes(part))) throw outside(relative)
  return relative
}

/** Yields the pages of a list, a thousand names each. */
async function* pages(client: Bun.S3Client, query: { prefix: string; delimiter?: string }) {
  let continuationToken: string | undefined
  do {
    const from = continuationToken === undefined ? {} : { continuationToken }
    const page = await sent(client.list({ ...query, ...from }))
    yield page
    continuationToken = page.isTruncated ? page.nextContinuationToken : undefined
  } while (continuationToken !== undefined)
}

async function foldersIn(client: Bun.S3Client, prefix: string): Promise<string[]> {
  const found: string[] = []
  for await (const page of pages(client, { prefix, delimiter: '/' }))
    for (const common of page.commonPrefixes ?? [])
      found.push(common.prefix.slice(prefix.length).replace(/\/$/, ''))
  return found
}

/** Copies a file of the bucket into the cache; undefined when it is missing. */
async function download(
  file: Bun.S3File,
  relative: string,
  { local, cache }: Pick<Parts, 'local' | 'cache'>,
): Promise<string | undefined> {
  const arriving = local.incoming()
  try {
    await sent(Bun.write(arriving, file))
    return await cache.put(arriving, relative)
  } catch (error) {
    await rm(arriving, { force: true })
    if (isMissing(error)) return undefined
    throw error
  }
}

const isMissing = (error: unknown): boolean =>
  error instanceof Error &&
  (('code' in error && MISSING.includes(String(error.code))) || isMissing(error.cause))

/**
 * Awaits a request to the bucket.
 * @throws Error with the code `EBUCKET`, which is transient, or unchanged errors of the local disk
 */
const sent = <Answer>(response: Promise<Answer>): Promise<Answer> =>
  response.catch((cause) => {
    if (cause instanceof Error && 'syscall' in cause) throw cause
    throw Object.assign(new Error('the bucket cannot be used', { cause }), { code: 'EBUCKET' })
  })

function rememberedSize(list: () => AsyncIterable<ListedFile>, clock: Parts['clock']) {
  const known = { bytes: 0, until: Number.NEGATIVE_INFINITY }
  return async () => {
    if (clock.elapsed() < known.until) return known.bytes
    let bytes = 0
    for await (const { size } of list()) bytes += size
    Object.assign(known, { bytes, until: clock.elapsed() + SIZE_HOLDS })
    return bytes
  }
}
