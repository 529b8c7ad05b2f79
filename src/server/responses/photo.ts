import { type Static, Type } from '@sinclair/typebox'
import { formatHttpDate } from '@/lib/time/http-date'
import type { PhotoRow } from '@/store/db/queries/photos/photos'
import { count, nullable, number, shortId, text, timestamp } from './fields'

/** A photo for one viewer. */
export interface PhotoView {
  photo: PhotoRow
  urls: Record<'large' | 'screen' | 'thumbnail', string>
  /** Whether the viewer may see where it was taken. */
  withPlace: boolean
  isOwn: boolean
}

const pixels = count('Pixels of the image at `url`.')

export const photo = Type.Object(
  {
    description: text('The owner’s description, which also replaces the image for the blind.'),
    id: shortId('The photo.'),
    meta: Type.Object({
      coordinates: nullable(
        Type.Object(
          { latitude: number('Degrees.'), longitude: number('Degrees.') },
          { description: 'Where it was taken, if the caller may see the map.' },
        ),
      ),
      height: pixels,
      screen_url: text('URL of the image for screens, with up to 1024 pixels a side.'),
      taken_at: Type.Optional(timestamp('When it was taken; only for the owner.')),
      thumbnail_url: text('URL of a small image, with up to 400 pixels a side.'),
      width: pixels,
    }),
    url: text(
      'URL of the image (WebP, with up to 2048 pixels a side). For a photo that is not public it contains a key for the caller, and works without a token.',
    ),
  },
  { $id: 'Photo', description: 'A photo of a workout, in the shape of FitTrackee 1.3.' },
)
export type Photo = Static<typeof photo>

export const presentPhoto = ({ photo, urls, withPlace, isOwn }: PhotoView): Photo => {
  const { latitude, longitude, taken_at: takenAt } = photo
  const isPlaced = withPlace && latitude !== null && longitude !== null
  return {
    description: photo.description,
    id: photo.short_id,
    meta: {
      coordinates: isPlaced ? { latitude, longitude } : null,
      height: photo.height,
      screen_url: urls.screen,
      ...(isOwn && takenAt !== null && { taken_at: formatHttpDate(takenAt) }),
      thumbnail_url: urls.thumbnail,
      width: photo.width,
    },
    url: urls.large,
  }
}

export const presentPhotos = (views: readonly PhotoView[]): Photo[] => views.map(presentPhoto)
