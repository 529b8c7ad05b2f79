import type { ExtraColumn, StreamName } from '@/tracks/track'
import { ByteReader, ByteWriter, StreamError } from './bytes'
import { readColumn, writeColumn } from './column'
import { frame, unframe } from './frame'

const VERSION = 1
const ZSTD_LEVEL = 3
/** Columns of so many points leave more behind than the engine clears up in time by itself. */
const MANY_POINTS = 250_000
/** Bytes of the length of the directory. */
const LENGTH_BYTES = 4

/** What a blob begins with: each column lies behind it on its own, so that one is read without the others. */
interface Directory {
  readonly size: number
  readonly columns: readonly (StreamName & { readonly bytes: number })[]
}

/** Columns of a segment of `size` points as one blob, each compressed without loss; undefined without any. */
export function encodeExtra(
  size: number,
  extra: readonly ExtraColumn[] | undefined,
): Uint8Array | undefined {
  if (!extra || extra.length === 0) return undefined
  const packed = extra.map(({ values }) => {
    const writer = new ByteWriter()
    writeColumn(writer, Float64Array.from(values))
    const bytes = Bun.zstdCompressSync(writer.join(), { level: ZSTD_LEVEL })
    if (size >= MANY_POINTS) Bun.gc(true)
    return bytes
  })
  const columns = extra.map(({ name, unit, isOwn }, index) => ({
    ...{ name, unit, isOwn },
    bytes: packed[index]?.length ?? 0,
  }))
  const directory = Buffer.from(JSON.stringify({ size, columns } satisfies Directory))
  const length = Buffer.alloc(LENGTH_BYTES)
  length.writeUInt32LE(directory.length)
  return frame(VERSION, Buffer.concat([length, directory, ...packed]))
}

/** What the columns of a blob are about, in their order. @throws StreamError as `decodeExtra` */
export const listExtra = (blob: Uint8Array): StreamName[] =>
  open(blob).directory.columns.map(({ name, unit, isOwn }) => ({ name, unit, isOwn }))

/**
 * The columns that `encodeExtra` was given, or those of them that are wanted; nothing else is unpacked.
 * @throws StreamError when the blob is truncated, damaged or of an unknown version.
 */
export function decodeExtra(
  blob: Uint8Array,
  isWanted: (stream: StreamName) => boolean = () => true,
): ExtraColumn[] {
  const { directory, content } = open(blob)
  const found: ExtraColumn[] = []
  let at = 0
  for (const { bytes, ...stream } of directory.columns) {
    const packed = content.subarray(at, at + bytes)
    at += bytes
    if (!isWanted(stream)) continue
    const values = readColumn(new ByteReader(Bun.zstdDecompressSync(packed)), directory.size)
    found.push({ ...stream, values: Float32Array.from(values) })
  }
  return found
}

function open(blob: Uint8Array): { directory: Directory; content: Uint8Array } {
  const bytes = Buffer.from(unframe(VERSION, blob))
  if (bytes.length < LENGTH_BYTES) throw new StreamError('truncated')
  const end = LENGTH_BYTES + bytes.readUInt32LE(0)
  const directory: Directory = JSON.parse(bytes.toString('utf8', LENGTH_BYTES, end))
  return { directory, content: bytes.subarray(end) }
}
