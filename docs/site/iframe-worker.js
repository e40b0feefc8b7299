// Search in a site that is opened as files. Browsers start no worker there, so the one of the search runs in a hidden frame.
(() => {
  if (location.protocol !== "file:") return;
  window.IFrameWorker = class extends EventTarget {
    constructor(url) {
      super();
      const frame = document.createElement("iframe");
      frame.hidden = true;
      document.body.append(frame);
      this.inside = frame.contentWindow;
      this.inside.postMessage = data => this.dispatchEvent(new MessageEvent("message", {data}));
      this.loaded = new Promise((done, failed) => {
        const script = frame.contentDocument.createElement("script");
        script.src = url;
        script.onload = done;
        script.onerror = failed;
        frame.contentDocument.body.append(script);
      });
    }
    postMessage(data) {
      this.loaded.then(() => this.inside.dispatchEvent(new MessageEvent("message", {data})));
    }
  };
  window.Worker = window.IFrameWorker;
})();
