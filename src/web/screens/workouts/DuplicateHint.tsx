import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { duplicateCountQuery } from '@/web/api/duplicates'
import { Notice } from '@/web/components/Notice'
import { t } from '@/web/i18n/text'

/** Says when workouts may be there twice. */
export function DuplicateHint() {
  const { data: count = 0 } = useQuery(duplicateCountQuery)
  if (count === 0) return null
  return (
    <Notice>
      {t('duplicates.hint', { count })}{' '}
      <Link to="/workouts/duplicates">{t('duplicates.look')}</Link>
    </Notice>
  )
}
