import type { PackedBytes } from '@/domain/tracks/formats/zip/zip'

/** A file that was received completely, or an archive entry that is unpacked to `path` while it is read. */
export interface Upload {
  /** File name given by the client. Its extension is used only if the content is ambiguous. */
  name: string
  /** Absolute path of the file. It does not exist yet when the upload is still in an archive. */
  path: string
  form: UploadForm
}

/** The format of the file of an upload, or the archive entry from which a new file is created. */
export type UploadForm =
  /** The file contains the recording, or its gzip data. */
  | { kind: 'plain' | 'gzip' }
  /** The entry is the recording. A well compressed entry becomes a gzip file without compressing it again. */
  | { kind: 'entry' | 'wellPackedEntry'; place: PackedBytes }
  /** The entry is gzip data, which may expand to at most `maxBytes`, and is stored unchanged. */
  | { kind: 'gzipEntry'; place: PackedBytes; maxBytes: number }

/** The form of an upload that is still in an archive. */
export type PackedForm = Extract<UploadForm, { place: PackedBytes }>

/** The file contains the recording itself. */
export const PLAIN: UploadForm = { kind: 'plain' }

/** Whether the file is, or becomes, gzip data. */
export const isGzipForm = ({ kind }: UploadForm): boolean => kind !== 'plain' && kind !== 'entry'

/** The form of an upload after it has been read. */
export const formAfterReading = (form: UploadForm): UploadForm => ({
  kind: isGzipForm(form) ? 'gzip' : 'plain',
})
