import { join } from 'node:path'
import type { Config } from '@/lib/config/config'
import type { Ids } from '@/lib/text/ids'
import type { Clock } from '@/lib/time/clock'
import { openBucketFiles } from './bucket'
import { openBucketCache } from './bucket-cache'
import type { Reserve } from './reserved-space'
import { type Files, openFiles } from './stored-files'

type Settings = Pick<Config, 'bucket' | 'dataDir' | 'uploadsDir'>

interface Deps {
  clock: Pick<Clock, 'now' | 'elapsed'>
  ids: Ids
  reserve: Pick<Reserve, 'hasSpace'>
}

/** Opens the file storage of an installation: its uploads folder or its bucket. */
export function openStorage(
  { bucket, dataDir, uploadsDir }: Settings,
  { clock, ids, reserve }: Deps,
): Files {
  const local = openFiles(uploadsDir, ids, reserve)
  if (bucket === undefined) return local
  const cache = openBucketCache(join(dataDir, 'cache', 'uploads'), bucket.cacheBytes, clock)
  return openBucketFiles(bucket, { local, cache, clock })
}
