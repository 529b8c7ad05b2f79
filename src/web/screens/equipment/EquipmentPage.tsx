import { useInfiniteQuery, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { getRouteApi, Link } from '@tanstack/react-router'
import {
  type Equipment,
  equipmentItemQuery,
  recalculateEquipment,
  refreshEquipment,
} from '@/web/api/accounts/equipment'
import { isNotFound } from '@/web/api/client/api-error'
import { filteredWorkoutsQuery } from '@/web/api/workouts/workout-list'
import { BusyButton } from '@/web/components/buttons/BusyButton'
import { ErrorNote } from '@/web/components/feedback/ErrorNote'
import { LoadError } from '@/web/components/feedback/LoadError'
import { MoreButton } from '@/web/components/lists/MoreButton'
import { WorkoutColumns } from '@/web/components/lists/WorkoutColumns'
import { WorkoutRow } from '@/web/components/lists/WorkoutRow'
import { Figures } from '@/web/components/numbers/Figures'
import { Markdown } from '@/web/components/page/Markdown'
import { Page } from '@/web/components/page/Page'
import { Badge } from '@/web/components/people/Badge'
import { formatHours } from '@/web/format/duration'
import { formatCount, formatDistance } from '@/web/format/quantity'
import { translateEquipmentType } from '@/web/i18n/names'
import { t } from '@/web/i18n/text'
import { NotFoundScreen } from '@/web/screens/not-found/NotFoundScreen'
import { usePreferences } from '@/web/state/preferences'
import classes from './EquipmentPage.module.css'

const route = getRouteApi('/member/equipment/$equipmentId')

/** A piece of equipment with its totals and workouts. */
export function EquipmentPage() {
  const { equipmentId } = route.useParams()
  const query = useQuery(equipmentItemQuery(equipmentId))
  const { data: item } = query
  if (isNotFound(query.error)) return <NotFoundScreen />
  if (!item) return <LoadError whole queries={[query]} />
  return (
    <Page title={item.label} actions={!item.is_active && <Badge>{t('equipment.retired')}</Badge>}>
      <p>
        {translateEquipmentType(item.equipment_type)} ·{' '}
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
        [t('dashboard.workouts'), formatCount(item.workouts_count, '', preferences)],
        ...(item.total_distance === null
          ? []
          : [[t('stat.distance'), formatDistance(item.total_distance, preferences)] as const]),
        [
          t('stat.moving'),
          { value: formatHours(item.total_moving, preferences.locale), unit: t('unit.h') },
        ],
      ]}
    />
  )
}

/** The workouts that were done with a piece of equipment, latest first. */
function EquipmentWorkouts({ id }: { id: string }) {
  const list = useInfiniteQuery(filteredWorkoutsQuery({ equipment_id: id }))
  const workouts = list.data?.pages.flatMap(({ data }) => data.workouts) ?? []
  return (
    <section className={classes.workouts}>
      <WorkoutColumns heading={t('workouts.title')} />
      <LoadError queries={[list]} />
      {list.data && workouts.length === 0 && <p>{t('equipment.deleteText')}</p>}
      <ul className={classes.rows} aria-label={t('workouts.title')}>
        {workouts.map((workout) => (
          <WorkoutRow key={workout.id} workout={workout} />
        ))}
      </ul>
      <MoreButton list={list} />
    </section>
  )
}

/** Recalculates the totals from the workouts. */
function RecalculateTotals({ id }: { id: string }) {
  const client = useQueryClient()
  const adding = useMutation({
    mutationFn: () => recalculateEquipment(id),
    onSuccess: () => refreshEquipment(client),
  })
  return (
    <div className={classes.line}>
      <BusyButton
        variant="default"
        size="sm"
        busy={adding.isPending}
        onClick={() => adding.mutate()}
      >
        {t('equipment.recalculate')}
      </BusyButton>
      <span role="status">{adding.isSuccess && t('equipment.recalculated')}</span>
      <ErrorNote error={adding.error} />
    </div>
  )
}
