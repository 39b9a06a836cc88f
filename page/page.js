// The script of the pages. Every page works without it: it replaces the content instead of loading a new page,
// reads keys during a review, accepts dropped files, and follows jobs and lists.
(() => {
  'use strict';
  const keysAreOn = () => sessionStorage.getItem('keys') !== 'off';
  // The form whose request runs, the keys that wait for its end, and the form that undoes the last step. The message
  // with this form is shown a little later than the page, but its key works at once.
  let running = null, waiting = [], undo = null;

  /** Shows the main part of a page that the server sent. */
  function show(html, address, isNew) {
    const page = new DOMParser().parseFromString(html, 'text/html');
    const main = page.getElementById('main');
    if (!main) return location.assign(address);
    document.title = page.title;
    for (const name of ['main', 'header', 'footer']) {
      document.querySelector(name).replaceWith(document.adoptNode(page.querySelector(name)));
    }
    if (isNew) history.pushState(null, '', address);
    shown = place();
    prepare();
    // A live region is announced if its text changes, not if it is inserted.
    const status = document.getElementById('status');
    if (status && status.textContent.trim()) {
      const parts = [...status.childNodes];
      status.replaceChildren();
      setTimeout(() => status.replaceChildren(...parts), 50);
    }
    if (isNew) (document.querySelector('[data-keys] [data-key=Enter]') || document.getElementById('main')).focus();
  }

  async function submit(form, button) {
    if (running) return;
    running = form;
    const data = new FormData(form);
    if (button && button.name) data.append(button.name, button.value);
    const body = form.enctype === 'multipart/form-data' ? data : new URLSearchParams(data);
    try {
      const response = await fetch(form.action, { method: 'POST', body });
      show(await response.text(), response.redirected ? response.url : location.href, true);
    } catch {
      waiting = [];
      warn('The server did not answer. Try again.');
    }
    running = null;
    while (waiting.length && !running) press(waiting.shift());
  }

  function warn(text) {
    const box = document.createElement('div');
    box.className = 'message error';
    box.textContent = text;
    document.getElementById('status').replaceChildren(box);
    undo = null;
  }

  /** Follows a job: loads its page until the job has ended. */
  async function refresh(address) {
    try {
      const response = await fetch(address);
      if (document.querySelector('[data-refresh]')) show(await response.text(), address, false);
    } catch {
      setTimeout(refresh, 5000, address);
    }
  }

  /** Follows a list: renews it while the box is checked and nothing in it has the focus or is selected. */
  async function follow(list) {
    const isLive = document.getElementById('live');
    const isUsed = list.contains(document.activeElement) || list.contains(getSelection().focusNode);
    if (isLive.checked && !isUsed && !document.hidden) {
      try {
        const response = await fetch(list.dataset.follow);
        const page = new DOMParser().parseFromString(await response.text(), 'text/html');
        const next = page.getElementById(list.id);
        if (next && next.innerHTML !== list.innerHTML) list.replaceChildren(...next.childNodes);
      } catch {
        warn('The server did not answer. The list is updated when the server answers again.');
      }
    }
    if (list.isConnected) setTimeout(follow, 2000, list);
  }

  function drop(area) {
    area.addEventListener('dragover', (event) => {
      event.preventDefault();
      area.classList.add('dropping');
    });
    area.addEventListener('dragleave', () => area.classList.remove('dropping'));
    area.addEventListener('drop', (event) => {
      area.classList.remove('dropping');
      const input = area.form.querySelector('input[type=file]');
      if (!event.dataTransfer.files.length) return;
      event.preventDefault();
      input.files = event.dataTransfer.files;
      submit(area.form);
    });
  }

  /** Checks a text while it is typed, and shows the findings of the page that the server returns. */
  function watch(area) {
    const gutter = document.getElementById('gutter');
    let timer, last = area.value;
    area.addEventListener('scroll', () => { gutter.scrollTop = area.scrollTop; });
    area.addEventListener('input', () => {
      clearTimeout(timer);
      timer = setTimeout(check, 600);
    });
    async function check() {
      const text = area.value;
      if (text === last || running) return;
      last = text;
      const body = new URLSearchParams(new FormData(area.form));
      body.append('step', 'check');
      try {
        const response = await fetch(area.form.action, { method: 'POST', body });
        const page = new DOMParser().parseFromString(await response.text(), 'text/html');
        if (area.value !== text) return;
        for (const id of ['findings', 'gutter']) {
          const part = page.getElementById(id);
          if (part) document.getElementById(id).replaceChildren(...part.childNodes);
        }
        gutter.scrollTop = area.scrollTop;
      } catch { /* The next change is checked again. */ }
    }
  }

  /** Moves the caret of the editor to a line. */
  function jump(line) {
    const area = document.querySelector('[data-check]');
    const start = area.value.split('\n').slice(0, line - 1).join('\n').length + (line > 1 ? 1 : 0);
    area.focus();
    area.setSelectionRange(start, start);
  }

  /** Performs the step of a review that a key stands for. Returns true if there is such a step. */
  function press(key) {
    const name = /^[1-9]$/.test(key) ? `[data-digit="${key}"]` : `[data-key="${key}"]`;
    const form = document.querySelector('[data-keys]');
    const button = form && /^([1-9]|s|Enter)$/.test(key) && form.querySelector(name);
    if (key === 'u' && undo) submit(undo);
    else if (!button) return false;
    else if (button.type === 'checkbox') button.click();
    else submit(form, button);
    return true;
  }

  function prepare() {
    undo = document.querySelector('form[data-key=u]');
    document.querySelectorAll('[data-drop]').forEach(drop);
    document.querySelectorAll('[data-check]').forEach(watch);
    document.querySelectorAll('[data-script]').forEach((part) => { part.hidden = false; });
    const keys = document.getElementById('keys');
    if (keys) {
      keys.checked = keysAreOn();
      keys.addEventListener('change', () => sessionStorage.setItem('keys', keys.checked ? 'on' : 'off'));
    }
    const job = document.querySelector('[data-refresh]');
    if (job) setTimeout(refresh, 1500, job.dataset.refresh);
    document.querySelectorAll('[data-follow]').forEach((list) => setTimeout(follow, 2000, list));
  }

  document.addEventListener('submit', (event) => {
    if (!event.target.matches('[data-replace]')) return;
    event.preventDefault();
    submit(event.target, event.submitter);
  });

  document.addEventListener('click', (event) => {
    const button = event.target.closest('[data-line]');
    if (button) jump(Number(button.dataset.line));
  });

  document.addEventListener('keydown', (event) => {
    const isReview = undo || document.querySelector('[data-keys]');
    const isTyping = event.target.closest('input, textarea, select, a, summary');
    if (!isReview || isTyping || !keysAreOn() || event.ctrlKey || event.altKey || event.metaKey || event.repeat) return;
    // A focused button keeps Enter. After each label the button of the predicted one has the focus.
    if (event.key === 'Enter' && event.target.closest('button')) return;
    if (!running) {
      if (press(event.key)) event.preventDefault();
    } else if (event.key === 'u' || waiting.length || running === undo) {
      // An undo and the keys after it are about a text that the person has seen. Other keys would label the next
      // text, which is not visible yet.
      waiting.push(event.key);
    }
  });

  const place = () => location.pathname + location.search;
  let shown = place();
  // Following a link to a part of the page is no reason to load it again.
  window.addEventListener('popstate', () => { if (place() !== shown) location.reload(); });
  prepare();
})();
