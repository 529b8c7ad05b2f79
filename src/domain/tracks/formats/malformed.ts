import type { MissingDetails } from '@/domain/tracks/track-error'

/** Where and why a text file is malformed. `line` counts from 1, and is undefined when the whole file is concerned. */
export function describeMalformed(reason: string, line?: number): MissingDetails {
  const place = line === undefined ? '' : `line ${line}: `
  return {
    code: 'malformed',
    text: `${place}${reason.replace(/\.$/, '')}. Export the file again from the device or app, or repair it in a text editor`,
  }
}
