using Workerd = import "/workerd/workerd.capnp";

const config :Workerd.Config = (
  services = [
    (name = "program", worker = (
      modules = [(name = "worker", esModule = embed "built/worker.js")],
      compatibilityDate = "2026-10-01",
      globalOutbound = "this machine",
    )),
    (name = "this machine", network = (allow = ["local"])),
  ],
  sockets = [(name = "http", address = "127.0.0.1:0", http = (), service = "program")],
);
