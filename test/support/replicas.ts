import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import Database from 'better-sqlite3'
import type { InstalledBinary, RunningServer } from './binary'
import { newTestFolder } from './folder'
import { follow, inFolder, type Litestream, replicate } from './litestream'
import { until } from './until'

/** The settings that all servers of an installation share. */
const COMMON = {
  APP_SECRET_KEY: 'the same on every machine',
  TRUSTED_PROXIES: '127.0.0.1',
  LOG_FORMAT: 'json',
  TILE_SERVER_URL: 'http://127.0.0.1:9/{z}/{x}/{y}.png',
}

/** A replica, and the process that keeps its database current. */
export interface ReplicaServer {
  server: RunningServer
  following: Litestream
  dataDir: string
}

/** A primary server with Litestream. */
export interface Installation {
  primary: RunningServer
  /** Adds a replica with its own database. */
  addReader: () => Promise<ReplicaServer>
  env: Record<string, string>
}

/** Starts the primary server on the data folder of the executable. The caller stops it. */
export async function install(
  binary: InstalledBinary,
  litestream: string,
  {
    settings = {},
    interval = '200ms',
  }: { settings?: Record<string, string>; interval?: string } = {},
): Promise<Installation> {
  const uploads = join(binary.dataDir, 'shared')
  const env = { ...COMMON, UPLOAD_FOLDER: uploads, ...settings }
  mkdirSync(uploads, { recursive: true })
  const primary = await binary.serve([], env)
  const replica = inFolder(join(newTestFolder(), 'replica'))
  const copying = replicate(litestream, join(binary.dataDir, 'milepost.db'), replica, interval)
  await until('the first copy', () => copying.output().includes('snapshot complete'))
  const addReader = async (): Promise<ReplicaServer> => {
    const dataDir = newTestFolder()
    const following = follow(litestream, join(dataDir, 'milepost.db'), replica, interval)
    await until('a copy', () => following.output().includes('entering follow mode'))
    const flags = ['--read-only', '--primary', primary.url]
    const server = await binary.serve(flags, { ...env, DATA_DIR: dataDir })
    return { server, following, dataDir }
  }
  return { primary, addReader, env }
}

/** The replication position of a server. */
export function positionOf({ dataDir }: ReplicaServer): number {
  const sqlite = new Database(join(dataDir, 'milepost.db'), { readonly: true, timeout: 5000 })
  try {
    return Number(sqlite.pragma('user_version', { simple: true }))
  } finally {
    sqlite.close()
  }
}
