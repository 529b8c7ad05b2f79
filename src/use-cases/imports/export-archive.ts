import { createWriteStream, rmSync } from 'node:fs'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { parse } from 'csv-parse'
import type { AppContext } from '@/context'
import { openZip, type ZipArchive, type ZipEntry, ZipError } from '@/tracks/formats/zip'
import { type PackedFile, packedEntry } from './unpack'

const MOST_ENTRIES = 1_000_000
/** Bytes of one text of an export, such as its table of activities. */
const LARGEST_TEXT = 64 * 1024 * 1024
/** Bytes of one recording, unpacked. */
const LARGEST_FILE = 512 * 1024 * 1024
/** How many times its packed size an archive inside the archive may have, since it is packed already, and bytes besides. */
const INNER_EXPANSION = 4
const FREE_INNER_EXPANSION = 16 * 1024 * 1024

/** An export that cannot be read, or a part of it; the message says why. */
export class ExportError extends Error {
  override name = 'ExportError'
}

type Deps = Pick<AppContext, 'files'>

/** An archive by the paths of its entries. What is damaged is an ExportError. */
export interface Archive {
  paths: readonly string[]
  has: (path: string) => boolean
  /** Bytes once unpacked; 0 of what is not there. */
  sizeOf: (path: string) => number
  /** A text of up to 64 MiB. */
  text: (path: string) => Promise<string>
  /** The first bytes of a file. */
  head: (path: string, bytes: number) => Promise<Uint8Array>
  /** The bytes of a file of any size. */
  chunks: (path: string) => AsyncIterable<Uint8Array>
  file: (path: string) => PackedFile | undefined
  /** An archive inside the archive; it is closed with it. */
  inner: (path: string) => Promise<Archive>
  close: () => void
}

/** Opens the archive of an export. @throws ExportError when it is none. */
export async function openArchive(deps: Deps, path: string): Promise<Archive> {
  try {
    return archiveOf(deps, await openZip(path, MOST_ENTRIES))
  } catch (cause) {
    throw cause instanceof ZipError ? unreadable('The export', cause) : cause
  }
}

/** An open archive as that of an export. */
export function archiveOf(deps: Deps, zip: ZipArchive): Archive {
  const entries = new Map<string, ZipEntry>(zip.entries.map((entry) => [entry.name, entry]))
  const opened: (() => void)[] = [() => zip.close()]
  const stream = async (path: string, mostBytes: number): Promise<Readable> => {
    const entry = entries.get(path)
    if (!entry) throw new ExportError(`The export lacks ${path}.`)
    return zip.stream(entry, mostBytes)
  }
  async function* chunks(path: string, mostBytes = Number.POSITIVE_INFINITY) {
    try {
      for await (const chunk of await stream(path, mostBytes)) yield chunk as Uint8Array
    } catch (cause) {
      throw isSystemError(cause) || cause instanceof ExportError ? cause : unreadable(path, cause)
    }
  }
  return {
    paths: [...entries.keys()],
    has: (path) => entries.has(path),
    sizeOf: (path) => entries.get(path)?.size ?? 0,
    text: async (path) => new TextDecoder().decode(await joined(chunks(path, LARGEST_TEXT))),
    head: async (path, bytes) => joined(firstOf(chunks(path), bytes)),
    chunks,
    file: (path) => {
      const entry = entries.get(path)
      return entry && packedEntry(zip, entry, LARGEST_FILE)
    },
    inner: async (path) => {
      const { size, packedSize } = entries.get(path) ?? { size: 0, packedSize: 0 }
      const mostBytes = FREE_INNER_EXPANSION + INNER_EXPANSION * packedSize
      if (size > mostBytes) throw new ExportError(`${path} unpacks to too much.`)
      const copy = deps.files.incoming()
      opened.push(() => rmSync(copy, { force: true }))
      await pipeline(chunks(path, mostBytes), createWriteStream(copy))
      const archive = await openArchive(deps, copy)
      opened.push(archive.close)
      return archive
    },
    close: () => {
      for (const closing of opened.splice(0).toReversed()) closing()
    },
  }
}

const isSystemError = (error: unknown) => error instanceof Error && 'syscall' in error

async function joined(chunks: AsyncIterable<Uint8Array>): Promise<Uint8Array> {
  const all: Uint8Array[] = []
  for await (const chunk of chunks) all.push(chunk)
  return Buffer.concat(all)
}

async function* firstOf(chunks: AsyncIterable<Uint8Array>, bytes: number) {
  let left = bytes
  for await (const chunk of chunks) {
    yield chunk.subarray(0, left)
    left -= chunk.length
    if (left <= 0) return
  }
}

/** Rows of a table, and characters of one. */
const MOST_ROWS = 500_000
const LONGEST_ROW = 1024 * 1024

/** The rows of a table of comma-separated values, one after the other. @throws ExportError when it is none */
export async function* rowsIn(archive: Archive, path: string): AsyncGenerator<string[]> {
  const options = { bom: true, relax_column_count: true, skip_empty_lines: true }
  const parser = parse({ ...options, max_record_size: LONGEST_ROW })
  // What goes wrong is told by the parser, which ends with the same error.
  pipeline(Readable.from(archive.chunks(path)), parser).catch(() => undefined)
  let count = 0
  try {
    for await (const row of parser) {
      count += 1
      if (count > MOST_ROWS) throw new ExportError(`${path} has too many rows.`)
      yield row
    }
  } catch (cause) {
    throw isSystemError(cause) || cause instanceof ExportError ? cause : unreadable(path, cause)
  }
}

/** @throws ExportError when a text of an export is no JSON. */
export function parseJson(name: string, content: string): unknown {
  try {
    return JSON.parse(content)
  } catch (cause) {
    throw unreadable(name, cause)
  }
}

/** What is thrown for a part of an export that makes no sense. */
const unreadable = (name: string, cause: unknown) =>
  new ExportError(
    `${name} cannot be read${cause instanceof ZipError ? `: ${cause.message.replace(/\.$/, '')}` : ''}.`,
    { cause },
  )
