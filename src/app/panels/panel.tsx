import type { ComponentChildren } from 'preact';

export interface PanelProps {
  id: string;
  title: string;
  lead?: ComponentChildren;
  class?: string;
  children: ComponentChildren;
}

/** A section of the page with its heading. */
export function Panel({ id, title, lead, class: more = '', children }: PanelProps) {
  return (
    <section class={`panel ${more}`} id={id} aria-labelledby={`${id}-title`}>
      <header>
        <h2 id={`${id}-title`}>{title}</h2>
        {lead && <p class="lead">{lead}</p>}
      </header>
      {children}
    </section>
  );
}

export const Empty = ({ children }: { children: ComponentChildren }) => <p class="empty">{children}</p>;
