import { Button } from '@mantine/core'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { acceptPolicy, profileQuery } from '@/web/api/account'
import { ErrorNote } from '@/web/components/ErrorNote'
import { Notice } from '@/web/components/Notice'
import { t } from '@/web/i18n/text'

/** Accepts the policy that applies now, once. */
export function AcceptPolicy({ accepted }: { accepted: boolean }) {
  const client = useQueryClient()
  const accepting = useMutation({
    mutationFn: acceptPolicy,
    onSuccess: () => client.invalidateQueries({ queryKey: profileQuery.queryKey }),
  })
  if (accepted) return <Notice>{t('privacy.accepted')}</Notice>
  return (
    <div>
      <ErrorNote error={accepting.error} />
      <Button loading={accepting.isPending} onClick={() => accepting.mutate()}>
        {t('privacy.accept')}
      </Button>
    </div>
  )
}
