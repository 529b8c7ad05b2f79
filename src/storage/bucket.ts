import { rm } from 'node:fs/promises'
import type { BucketSettings } from '@/config/bucket'
import type { Clock } from '@/lib/clock'
import type { BucketCache } from './bucket-cache'
import {
  ARRIVALS,
  type Files,
  isKept,
  type ListedFile,
  LOST,
  outside,
  type WrittenFile,
} from './files'

interface Parts {
  /** Where files arrive. */
  local: Files
  cache: BucketCache
  clock: Pick<Clock, 'elapsed'>
}

/** Milliseconds for which the size of a bucket is remembered: to know it takes a list of all that is in it. */
const SIZE_HOLDS = 600_000
const MISSING = ['NoSuchKey', 'NotFound', '404']

/**
 * Stored files in a bucket that speaks S3. A file is there before its row is committed, as it is in a folder: `keep`
 * resolves when the bucket has acknowledged it. It is read through a cache on this disk; names are never used twice, so
 * a copy is never old. Files arrive on this disk.
 */
export function openBucketFiles(settings: BucketSettings, { local, cache, clock }: Parts): Files {
  const { prefix, endpoint, cacheBytes: _, ...credentials } = settings
  const client = new Bun.S3Client({ ...credentials, ...(endpoint !== undefined && { endpoint }) })
  const keyOf = (relative: string) => prefix + checked(relative)
  const upload = (path: string, relative: string) =>
    asked(client.write(keyOf(relative), Bun.file(path)))
  const remove = async (relative: string) => {
    await asked(client.delete(keyOf(relative)))
    await cache.remove(relative)
  }
  const list = async function* (folder: string): AsyncGenerator<ListedFile> {
    for await (const page of pages(client, { prefix: prefix + folder }))
      for (const { key, size = 0, lastModified = '' } of page.contents ?? []) {
        const modifiedAt = Date.parse(lastModified)
        yield { path: key.slice(prefix.length), size, modifiedAt }
      }
  }
  const listKept = async function* () {
    for await (const file of list('')) if (isKept(file.path.split('/')[0] ?? '')) yield file
  }
  const keepWritten = async (files: readonly WrittenFile[]) => {
    const sent = await Promise.allSettled(files.map((file) => upload(file.incoming, file.relative)))
    const failed = sent.find(({ status }) => status === 'rejected')
    if (failed) {
      await Promise.allSettled(files.map(({ relative }) => client.delete(keyOf(relative))))
      throw (failed as PromiseRejectedResult).reason
    }
    for (const { incoming, relative } of files) await cache.put(incoming, relative)
  }
  const size = rememberedSize(listKept, clock)
  return {
    pathOf: (relative) => (isArriving(relative) ? local : cache).pathOf(relative),
    incoming: local.incoming,
    discardArrivals: local.discardArrivals,
    keep: (incoming, relative) => keepWritten([{ incoming, relative }]),
    keepWritten,
    fetch: async (relative) =>
      cache.find(relative) ??
      (await download(client.file(keyOf(relative)), relative, { local, cache })),
    list: listKept,
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
      const aside = keyOf(`${LOST}/${relative.replaceAll('/', '_')}`)
      await asked(client.write(aside, client.file(keyOf(relative))))
      await remove(relative)
    },
    exists: (relative) => asked(client.exists(keyOf(relative))),
    totalSize: size,
  }
}

const isArriving = (relative: string) =>
  relative === ARRIVALS || relative.startsWith(`${ARRIVALS}/`)

/** @throws Error for a path that names no file below the uploads folder. */
function checked(relative: string): string {
  if (relative.split('/').some((part) => ['', '.', '..'].includes(part))) throw outside(relative)
  return relative
}

/** The pages of a list: a thousand names each. */
async function* pages(client: Bun.S3Client, query: { prefix: string; delimiter?: string }) {
  let continuationToken: string | undefined
  do {
    const from = continuationToken === undefined ? {} : { continuationToken }
    const page = await asked(client.list({ ...query, ...from }))
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
    await asked(Bun.write(arriving, file))
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

/** What a bucket answers. @throws Error that says it does not work, which passes; those of this disk as they are. */
const asked = <Answer>(answer: Promise<Answer>): Promise<Answer> =>
  answer.catch((cause) => {
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
