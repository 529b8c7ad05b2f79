import { text } from 'node:stream/consumers'
import { openZip, type ZipArchive, type ZipEntry, ZipError } from '@/tracks/formats/zip'
import { ExportError } from './moved-workout'
import { type PackedFile, packedEntry } from './unpack'

const MOST_ENTRIES = 1_000_000
/** Bytes of one text of an export, such as its table of activities. */
const LARGEST_TEXT = 512 * 1024 * 1024
/** Bytes of one recording, unpacked. */
const LARGEST_FILE = 512 * 1024 * 1024

/** An archive by the paths of its entries. */
export interface Archive {
  paths: readonly string[]
  has: (path: string) => boolean
  text: (path: string) => Promise<string>
  file: (path: string) => PackedFile | undefined
  /** The bytes of an archive inside the archive. */
  inner: (path: string) => Promise<Archive>
  close: () => void
}

/** Opens the archive of an export. @throws ExportError when it is none. */
export async function openArchive(source: string | Uint8Array): Promise<Archive> {
  try {
    return archiveOf(await openZip(source, MOST_ENTRIES))
  } catch (cause) {
    if (!(cause instanceof ZipError)) throw cause
    throw new ExportError(`The export cannot be read: ${cause.message}.`, { cause })
  }
}

function archiveOf(zip: ZipArchive): Archive {
  const entries = new Map<string, ZipEntry>(zip.entries.map((entry) => [entry.name, entry]))
  const required = (path: string) => {
    const entry = entries.get(path)
    if (!entry) throw new ExportError(`The export lacks ${path}.`)
    return entry
  }
  return {
    paths: [...entries.keys()],
    has: (path) => entries.has(path),
    text: async (path) => text(await zip.stream(required(path), LARGEST_TEXT)),
    file: (path) => {
      const entry = entries.get(path)
      return entry && packedEntry(zip, entry, LARGEST_FILE)
    },
    inner: async (path) => openArchive(await zip.read(required(path), LARGEST_FILE)),
    close: () => zip.close(),
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
export const unreadable = (name: string, cause: unknown) =>
  new ExportError(`${name} of the export cannot be read.`, { cause })
