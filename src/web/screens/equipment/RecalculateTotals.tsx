import { Button } from '@mantine/core'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { recalculateEquipment, refreshEquipment } from '@/web/api/equipment'
import { ErrorNote } from '@/web/components/ErrorNote'
import { t } from '@/web/i18n/text'
import classes from './EquipmentPage.module.css'

/** Adds the totals up anew from the workouts. */
export function RecalculateTotals({ id }: { id: string }) {
  const client = useQueryClient()
  const adding = useMutation({
    mutationFn: () => recalculateEquipment(id),
    onSuccess: () => refreshEquipment(client),
  })
  return (
    <div className={classes.line}>
      <Button
        variant="default"
        size="sm"
        loading={adding.isPending}
        onClick={() => adding.mutate()}
      >
        {t('equipment.recalculate')}
      </Button>
      <span role="status">{adding.isSuccess && t('equipment.recalculated')}</span>
      <ErrorNote error={adding.error} />
    </div>
  )
}
