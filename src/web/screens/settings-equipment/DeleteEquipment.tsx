import { Box } from '@mantine/core'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { deleteEquipment, type Equipment, refreshEquipment } from '@/web/api/equipment'
import { ConfirmButton } from '@/web/components/ConfirmButton'
import { t } from '@/web/i18n/text'

/** Deletes a piece of equipment, told first how many workouts were done with it. */
export function DeleteEquipment({ item }: { item: Equipment }) {
  const client = useQueryClient()
  const deletion = useMutation({
    mutationFn: () => deleteEquipment(item.id),
    onSuccess: () => refreshEquipment(client),
  })
  const text =
    item.workouts_count > 0
      ? t('equipment.deleteUsed', { count: item.workouts_count })
      : t('equipment.deleteText')
  return (
    <Box mt={14}>
      <ConfirmButton
        label={t('equipment.delete')}
        title={t('equipment.deleteTitle', { name: item.label })}
        text={text}
        confirm={t('equipment.delete')}
        action={deletion}
      />
    </Box>
  )
}
