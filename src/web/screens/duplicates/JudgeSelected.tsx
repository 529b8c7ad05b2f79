import { Button, Checkbox } from '@mantine/core'
import { type Duplicate, dismissDuplicates, mergeDuplicates } from '@/web/api/duplicates'
import { ConfirmButton } from '@/web/components/ConfirmButton'
import { ErrorNote } from '@/web/components/ErrorNote'
import { t } from '@/web/i18n/text'
import classes from './Duplicates.module.css'
import { type Judging, useJudgement } from './use-judging'

/** Judges all selected pairs at once. */
export function JudgeSelected({
  pairs,
  judging,
}: {
  pairs: readonly Duplicate[]
  judging: Judging
}) {
  const { selection } = judging
  const merging = useJudgement(mergeDuplicates, judging, selection)
  const dismissal = useJudgement(dismissDuplicates, judging, selection)
  const count = selection.length
  return (
    <div className={classes.bar}>
      <Checkbox
        label={t('duplicates.all')}
        checked={count === pairs.length}
        indeterminate={count > 0 && count < pairs.length}
        onChange={({ currentTarget }) => judging.select(pairs, currentTarget.checked)}
      />
      {count > 0 && (
        <div className={classes.buttons}>
          <ConfirmButton
            label={t('duplicates.mergeMany', { count })}
            title={t('duplicates.mergeManyTitle', { count })}
            text={t('duplicates.mergeText')}
            confirm={t('duplicates.mergeMany', { count })}
            action={merging}
          />
          <Button
            variant="default"
            size="sm"
            loading={dismissal.isPending}
            onClick={() => dismissal.mutate()}
          >
            {t('duplicates.dismissMany', { count })}
          </Button>
        </div>
      )}
      <ErrorNote error={dismissal.error} />
    </div>
  )
}
