import { useQuery } from '@tanstack/react-query'
import { getRouteApi, Link } from '@tanstack/react-router'
import { isNotFound } from '@/web/api/api-error'
import { type Equipment, pieceQuery } from '@/web/api/equipment'
import { Badge } from '@/web/components/Badge'
import { Figures } from '@/web/components/Figures'
import { LoadError } from '@/web/components/LoadError'
import { Markdown } from '@/web/components/Markdown'
import { Page } from '@/web/components/Page'
import { countOf, distanceOf, roundedHoursOf } from '@/web/format/quantity'
import { equipmentTypeName } from '@/web/i18n/names'
import { t } from '@/web/i18n/text'
import { NotFoundScreen } from '@/web/screens/not-found/NotFoundScreen'
import { usePreferences } from '@/web/state/preferences'
import { EquipmentWorkouts } from './EquipmentWorkouts'
import { RecalculateTotals } from './RecalculateTotals'

const route = getRouteApi('/member/equipment/$equipmentId')

/** A piece of equipment: what it has been through, workout by workout. */
export function EquipmentPage() {
  const { equipmentId } = route.useParams()
  const query = useQuery(pieceQuery(equipmentId))
  const { data: item } = query
  if (isNotFound(query.error)) return <NotFoundScreen />
  if (!item) return <LoadError whole of={[query]} />
  return (
    <Page title={item.label} actions={!item.is_active && <Badge>{t('equipment.retired')}</Badge>}>
      <p>
        {equipmentTypeName(item.equipment_type)} ·{' '}
        <Link to="/profile/edit/equipment" search={{ edit: item.id }}>
          {t('form.edit')}
        </Link>
      </p>
      {item.description && <Markdown text={item.description} />}
      <Totals item={item} />
      <RecalculateTotals id={item.id} />
      <EquipmentWorkouts id={item.id} />
    </Page>
  )
}

function Totals({ item }: { item: Equipment }) {
  const preferences = usePreferences()
  return (
    <Figures
      label={t('dashboard.totals')}
      figures={[
        [t('dashboard.workouts'), countOf(item.workouts_count, '', preferences)],
        ...(item.total_distance === null
          ? []
          : [[t('stat.distance'), distanceOf(item.total_distance, preferences)] as const]),
        [t('stat.moving'), roundedHoursOf(item.total_duration_in_hours, preferences)],
      ]}
    />
  )
}
