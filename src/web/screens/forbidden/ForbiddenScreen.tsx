import { Button } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { MessageScreen } from '@/web/components/page/MessageScreen'
import { t } from '@/web/i18n/text'

/** Shown for pages that the user's role does not permit. */
export function ForbiddenScreen() {
  return (
    <MessageScreen plate="403" title={t('forbidden.title')} text={t('forbidden.text')}>
      <Button component={Link} to="/">
        {t('notFound.home')}
      </Button>
    </MessageScreen>
  )
}
