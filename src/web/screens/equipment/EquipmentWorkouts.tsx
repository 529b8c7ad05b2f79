import { useInfiniteQuery } from '@tanstack/react-query'
import { filteredQuery } from '@/web/api/workout-list'
import { LoadError } from '@/web/components/LoadError'
import { MoreButton } from '@/web/components/MoreButton'
import { WorkoutColumns } from '@/web/components/WorkoutColumns'
import { WorkoutRow } from '@/web/components/WorkoutRow'
import { t } from '@/web/i18n/text'
import classes from './EquipmentPage.module.css'

/** The workouts that were done with a piece of equipment, latest first. */
export function EquipmentWorkouts({ id }: { id: string }) {
  const list = useInfiniteQuery(filteredQuery({ equipment_id: id }))
  const workouts = list.data?.pages.flatMap(({ data }) => data.workouts) ?? []
  return (
    <section className={classes.workouts}>
      <WorkoutColumns heading={t('workouts.title')} />
      <LoadError of={[list]} />
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
