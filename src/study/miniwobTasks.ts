/**
 * The tasks of MiniWoB++ that one policy learns together, chosen before any result was seen and never changed for one. Each
 * is solved by clicks, typing and choosing alone; its expert is scripted; what is typed stands in the goal; nothing is told by
 * pixels, colours or arithmetic; animated pages are played in their twin without delay.
 */
export const STUDY_TASKS = {
  'click what the goal names': [
    ...['click-test', 'click-test-2', 'click-button', 'click-button-sequence', 'click-link', 'click-dialog'],
    ...['click-dialog-2', 'click-tab', 'grid-coordinate', 'identify-shape'],
  ],
  'set what the goal lists': [
    ...['click-option', 'click-checkboxes', 'click-checkboxes-transfer', 'click-checkboxes-large', 'choose-list'],
  ],
  'find what the goal names': [
    ...[
      'click-tab-2-easy',
      'click-tab-2',
      'click-tab-2-hard',
      'click-collapsible-nodelay',
      'click-collapsible-2-nodelay',
    ],
    ...['navigate-tree', 'search-engine', 'social-media', 'email-inbox'],
  ],
  'type what the goal says': [
    ...['enter-text', 'enter-text-dynamic', 'enter-password', 'login-user', 'login-user-popup'],
    ...['multi-layouts', 'multi-orderings', 'form-sequence-2'],
  ],
} as const satisfies Record<string, readonly string[]>;

export const studyTasks = (): string[] => Object.values(STUDY_TASKS).flat();
