import { join } from 'node:path'
import type { Config } from '@/config/config'
import type { Clock } from '@/lib/clock'
import type { Ids } from '@/lib/ids'
import { openBucketFiles } from './bucket'
import { openBucketCache } from './bucket-cache'
import { type Files, openFiles } from './files'
import type { Reserve } from './reserve'

type Settings = Pick<Config, 'bucket' | 'dataDir' | 'uploadsDir'>

interface Deps {
  clock: Pick<Clock, 'now' | 'elapsed'>
  ids: Ids
  reserve: Pick<Reserve, 'hasRoom'>
}

/** The stored files of an installation: in its uploads folder, or in its bucket. */
export function openStorage(
  { bucket, dataDir, uploadsDir }: Settings,
  { clock, ids, reserve }: Deps,
): Files {
  const local = openFiles(uploadsDir, ids, reserve)
  if (bucket === undefined) return local
  const cache = openBucketCache(join(dataDir, 'cache', 'uploads'), bucket.cacheBytes, clock)
  return openBucketFiles(bucket, { local, cache, clock })
}
