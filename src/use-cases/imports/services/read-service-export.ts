import { createWriteStream, rmSync } from 'node:fs'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { parse } from 'csv-parse'
import { hasFewValues } from '@/domain/tracks/formats/json'
import { openZip, type ZipArchive, type ZipEntry, ZipError } from '@/domain/tracks/formats/zip/zip'
import type { AppContext } from '@/services/context'
import { type PackedUpload, packedEntry } from '@/use-cases/imports/receive/unpack'

/** Maximum number of entries of any kind in an archive; each takes a few hundred bytes of memory. */
const MAX_ENTRIES = 200_000
/** Maximum size of a text file in an export, in bytes. A list of 20,000 activities has 40 MB. */
const MAX_TEXT = 48 * 1024 * 1024
/** Maximum size of an unpacked recording, in bytes. */
const MAX_FILE = 512 * 1024 * 1024
/**
 * Maximum ratio of unpacked to packed size of a nested archive, which is compressed already, and the number of bytes
 * allowed in addition.
 */
const INNER_EXPANSION = 4
const FREE_INNER_EXPANSION = 16 * 1024 * 1024

/** An export, or part of one, that cannot be read. The message contains the reason. */
export class ExportError extends Error {
  override name = 'ExportError'
}

type Deps = Pick<AppContext, 'files'>

/** An archive whose entries are accessed by path. Damage is reported as ExportError. */
export interface Archive {
  paths: readonly string[]
  has: (path: string) => boolean
  /** Unpacked size in bytes; 0 if there is no such entry. */
  sizeOf: (path: string) => number
  /** Reads a text of up to 48 MiB. */
  text: (path: string) => Promise<string>
  /** Reads the first bytes of a file. */
  head: (path: string, bytes: number) => Promise<Uint8Array>
  /** Reads a file of any size. */
  chunks: (path: string) => AsyncIterable<Uint8Array>
  file: (path: string) => PackedUpload | undefined
  /** Opens a nested archive, which is closed together with this one. */
  inner: (path: string) => Promise<Archive>
  close: () => void
}

/** Opens the archive of an export. @throws ExportError when it is not a valid archive. */
export async function openArchive(deps: Deps, path: string): Promise<Archive> {
  try {
    return archiveOf(deps, await openZip(path, MAX_ENTRIES))
  } catch (cause) {
    throw cause instanceof ZipError ? unreadable('The export', cause) : cause
  }
}

/** Wraps an open archive. */
export function archiveOf(deps: Deps, zip: ZipArchive): Archive {
  const entries = new Map<string, ZipEntry>(zip.entries.map((entry) => [entry.name, entry]))
  const opened: (() => void)[] = [() => zip.close()]
  const stream = async (path: string, maxBytes: number): Promise<Readable> => {
    const entry = entries.get(path)
    if (!entry) throw new ExportError(`The export does not contain ${path}.`)
    return zip.stream(entry, maxBytes)
  }
  async function* chunks(path: string, maxBytes = Number.POSITIVE_INFINITY) {
    try {
      for await (const chunk of await stream(path, maxBytes)) yield chunk as Uint8Array
    } catch (cause) {
      throw isSystemError(cause) || cause instanceof ExportError ? cause : unreadable(path, cause)
    }
  }
  return {
    paths: [...entries.keys()],
    has: (path) => entries.has(path),
    sizeOf: (path) => entries.get(path)?.size ?? 0,
    text: (path) => decoded(chunks(path, MAX_TEXT)),
    head: async (path, bytes) => joined(firstOf(chunks(path), bytes)),
    chunks,
    file: (path) => {
      const entry = entries.get(path)
      return entry && packedEntry(zip, entry, MAX_FILE)
    },
    inner: async (path) => {
      const { size, packedSize } = entries.get(path) ?? { size: 0, packedSize: 0 }
      const maxBytes = FREE_INNER_EXPANSION + INNER_EXPANSION * packedSize
      if (size > maxBytes) throw new ExportError(`${path} is too large when unpacked.`)
      const copy = deps.files.incoming()
      opened.push(() => rmSync(copy, { force: true }))
      await pipeline(chunks(path, maxBytes), createWriteStream(copy))
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

/** Decodes chunk by chunk. Collecting the bytes of a large text first would triple the memory needed. */
async function decoded(chunks: AsyncIterable<Uint8Array>): Promise<string> {
  const decoder = new TextDecoder()
  let text = ''
  for await (const chunk of chunks) text += decoder.decode(chunk, { stream: true })
  return text + decoder.decode()
}

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

/** Maximum number of rows of a table, and of characters per row. */
const MAX_ROWS = 500_000
const MAX_ROW_LENGTH = 1024 * 1024

/** Reads the rows of a CSV file one by one. @throws ExportError when it cannot be parsed */
export async function* rowsIn(archive: Archive, path: string): AsyncGenerator<string[]> {
  const options = { bom: true, relax_column_count: true, skip_empty_lines: true }
  const parser = parse({ ...options, max_record_size: MAX_ROW_LENGTH })
  // The parser ends with the same error, which is handled below.
  pipeline(Readable.from(archive.chunks(path)), parser).catch(() => undefined)
  let count = 0
  try {
    for await (const row of parser) {
      count += 1
      if (count > MAX_ROWS) throw new ExportError(`${path} has too many rows.`)
      yield row
    }
  } catch (cause) {
    throw isSystemError(cause) || cause instanceof ExportError ? cause : unreadable(path, cause)
  }
}

/**
 * Parses a JSON file of an export.
 *
 * @throws ExportError when it is invalid or has too many values for the available memory.
 */
export function parseJson(name: string, content: string): unknown {
  if (!hasFewValues(content)) throw new ExportError(`${name} has too many values.`)
  try {
    return JSON.parse(content)
  } catch (cause) {
    throw unreadable(name, cause)
  }
}

/** Reads a list of an export; empty if there is none. @throws ExportError when it cannot be read */
export async function listIn(archive: Archive, name: string): Promise<unknown[]> {
  if (!archive.has(name)) return []
  const content = parseJson(name, await archive.text(name))
  if (!Array.isArray(content)) throw new ExportError(`${name} of the export is not a list.`)
  return content
}

/** Returns the error for an unreadable part of an export. */
const unreadable = (name: string, cause: unknown) =>
  new ExportError(
    `${name} cannot be read${cause instanceof ZipError ? `: ${cause.message.replace(/\.$/, '')}` : ''}.`,
    { cause },
  )
