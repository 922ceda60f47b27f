// Styles of a list's part of the kit (docs/adr/0060). They come with the shell's own: 3 KB, and as a file
// of their own a request that every first page would wait for.
import '@boxyard/shared/kit/list/list.module.css';
import '@boxyard/shared/kit/page/page.module.css';
import '@boxyard/shared/ui/data/table.module.css';
import '@boxyard/shared/ui/data/tabs.module.css';
import '@boxyard/shared/ui/feedback/feedback.module.css';
import '@boxyard/shared/ui/files/thumbnail.module.css';
import '@boxyard/shared/ui/status/status.module.css';
import '@boxyard/shared/ui/text/text.module.css';
