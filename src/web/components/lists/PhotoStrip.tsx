import { getPhotoPath, type Photo } from '@/web/api/photos/photos'
import { t } from '@/web/i18n/text'
import classes from './PhotoStrip.module.css'

/** Photos that are shown; the others are counted. */
const MAX_SHOWN = 3

/** The first photos of a workout in a list, as one small image. Renders nothing without photos. */
export function PhotoStrip({ photos }: { photos: readonly Photo[] }) {
  if (photos.length === 0) return null
  const more = photos.length - MAX_SHOWN
  return (
    <span
      className={classes.strip}
      role="img"
      aria-label={t('photos.count', { count: photos.length })}
    >
      {photos.slice(0, MAX_SHOWN).map(({ id, meta }) => (
        <img key={id} src={getPhotoPath(meta.thumbnail_url)} alt="" loading="lazy" />
      ))}
      {more > 0 && `+${more}`}
    </span>
  )
}
