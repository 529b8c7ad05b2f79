import type { PackedBytes } from '@/tracks/formats/zip'

/** How the recording lies in a file that is there, or where in an archive it is to be taken from into a new file. */
export type RecordingForm =
  /** The file is the recording itself, or gzip data of it. */
  | { kind: 'plain' | 'gzip' }
  /** The entry is the recording; of one that is well packed, the file becomes gzip data without packing anything anew. */
  | { kind: 'entry' | 'wellPackedEntry'; place: PackedBytes }
  /** The entry is gzip data itself, which may unpack to so many bytes, and stays so. */
  | { kind: 'gzipEntry'; place: PackedBytes; mostBytes: number }

/** The form of a recording that is still in an archive. */
export type PackedForm = Extract<RecordingForm, { place: PackedBytes }>

/** The file is the recording itself. */
export const PLAIN: RecordingForm = { kind: 'plain' }

/** Whether the file is, or becomes, gzip data. */
export const isGzipForm = ({ kind }: RecordingForm): boolean => kind !== 'plain' && kind !== 'entry'

/** The form once the recording has been read. */
export const formOnceRead = (form: RecordingForm): RecordingForm => ({
  kind: isGzipForm(form) ? 'gzip' : 'plain',
})
