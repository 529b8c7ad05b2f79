import { basename } from 'node:path'

const ENDING = '.gz'

/** The name under which a file is stored as gzip data. */
export const gzippedName = (path: string): string => path + ENDING

/** Whether a file is stored as gzip data. */
export const isGzipped = (path: string): boolean => path.endsWith(ENDING)

/** The name of a stored file after unpacking, without its folder. */
export const unpackedName = (path: string): string => basename(path, ENDING)

/** The name of an uploaded file without the ending of gzip files, in any case. */
export const uncompressedName = (name: string): string => name.replace(/\.gz$/i, '')
