import type { Visitor } from '@/policy/caller'
import type { Relation } from '@/policy/visibility'
import { canSeePhotos, photoLevel } from '@/policy/workout'
import type { AppContext } from '@/services/context'
import { loadPhotos, type PhotoRow } from '@/store/db/queries/photos/photos'
import type { ListedWorkout } from '@/store/db/queries/workouts/workouts'
import type { PhotoSize } from '@/store/files/photos'
import type { PublicVersion } from './public-version'

/** What photos are loaded with. Photos have absolute URLs, as clients expect. */
export type PhotoDeps = Pick<AppContext, 'db' | 'config' | 'photoSigner'>

/** A photo with the URLs of its files for one viewer. */
export interface PhotoView {
  photo: PhotoRow
  urls: Record<PhotoSize, string>
  /** Whether the viewer may see where it was taken. */
  withPlace: boolean
  isOwn: boolean
}

/** How the file names of each size end. */
export const PHOTO_ENDINGS: Record<PhotoSize, string> = {
  large: '.webp',
  screen: '.screen.webp',
  thumbnail: '.thumbnail.webp',
}

/** A viewer who may see a photo, as its URLs for this viewer say. */
export interface PhotoViewer {
  userId: number
  /** Whether the viewer is a moderator to whom the photo is shown as the content of a report. */
  inReport: boolean
}

const keyText = (name: string, { userId, inReport }: PhotoViewer) =>
  `${name}.${userId}${inReport ? 'r' : ''}`

/** Returns the viewer that a key was made for; undefined if it is not a key for the photo with this name. */
export function readPhotoKey(
  { photoSigner }: Pick<AppContext, 'photoSigner'>,
  { name, key }: { name: string; key: string },
): PhotoViewer | undefined {
  const text = photoSigner.verify(`${name}.${key}`)
  const match = /^\w+\.(\d+)(r?)$/.exec(text ?? '')
  return match ? { userId: Number(match[1]), inReport: match[2] === 'r' } : undefined
}

/**
 * Creates the view of a photo. Browsers send no token with the requests of `<img>`, so the URLs of a photo that is not
 * public contain a key for their viewer: it identifies the viewer, whose permissions are checked with every request.
 */
function createPhotoView(
  { config, photoSigner }: Omit<PhotoDeps, 'db'>,
  photo: PhotoRow,
  {
    viewer,
    isOwn,
    withPlace,
  }: { viewer: PhotoViewer | undefined } & Omit<PhotoView, 'photo' | 'urls'>,
): PhotoView {
  const key = viewer && photoSigner.sign(keyText(photo.name, viewer)).slice(photo.name.length + 1)
  const url = (size: PhotoSize) =>
    `${config.uiUrl}/media/${photo.name}${PHOTO_ENDINGS[size]}${key ? `?key=${key}` : ''}`
  const urls = { large: url('large'), screen: url('screen'), thumbnail: url('thumbnail') }
  return { photo, urls, withPlace, isOwn }
}

/** The view of a photo for its owner. */
export const createOwnPhotoView = (deps: Omit<PhotoDeps, 'db'>, photo: PhotoRow): PhotoView =>
  createPhotoView(deps, photo, {
    viewer: { userId: photo.user_id, inReport: false },
    ...{ isOwn: true, withPlace: true },
  })

interface PhotographedRow {
  workout: ListedWorkout
  permissions: { relation: Relation; map: boolean }
  /** What the visitor sees of the workout if its owner hides places. */
  version: Pick<PublicVersion, 'hidesPlaceOf'> | undefined
}

/** Loads the photos that a visitor may see, by the ids of their workouts. Without any photo, there is no query. */
export async function loadPhotoViews(
  deps: PhotoDeps,
  visitor: Visitor,
  rows: readonly PhotographedRow[],
): Promise<Map<number, PhotoView[]>> {
  const seen = rows.filter(
    ({ workout, permissions }) =>
      workout.photo_count > 0 && canSeePhotos(workout, permissions.relation),
  )
  if (seen.length === 0) return new Map()
  const photos = await loadPhotos(
    deps.db,
    seen.map(({ workout }) => workout.id),
  )
  return new Map(
    seen.map(({ workout, version, permissions: { relation, map } }) => {
      const isPublic = photoLevel(workout) === 'public' && workout.suspended_at === null
      const viewer = visitor && { userId: visitor.userId, inReport: relation.isReviewing }
      const views = (photos.get(workout.id) ?? []).map((photo) =>
        createPhotoView(deps, photo, {
          viewer: isPublic ? undefined : viewer,
          isOwn: relation.isOwner,
          withPlace: map && !version?.hidesPlaceOf(photo),
        }),
      )
      return [workout.id, views]
    }),
  )
}
