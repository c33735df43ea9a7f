# setup.en.sh 的简体中文：名字相同。

said_help='Overlap Labs：CUDA C++ 里传输与计算的重叠，有没有 GPU 都行。

  %s setup   安装缺少的，并构建
  %s demo    看每个参考解答运行
  %s test    课程自己的测试
  %s         你的进度和下一个实验

第一次构建之后，%s --help 显示所有命令，
%s COMMAND --help 显示其中一个的选项。'
said_state_unwritable='%s 不可写；它可能属于另一个用户，或者磁盘满了。
改正它，例如：sudo chown -R "$USER" %s'
said_state_no_folder='%s 不是文件夹，而课程要在这个名字的文件夹里存放你的进度和构建的结果。
给这个文件换个名字：mv %s %s.old'
said_course_unwritable='课程的文件夹不可写：%s
把它复制到你自己的地方，在那里做：cp -r %s ~/overlap-labs'
said_waiting='另一个 lab 命令正在构建；等它结束。'
said_not_set_up='还没有安装好。缺少：%s

%s setup 会安装它们。'
said_no_manager='缺少：%s
这个系统没有 apt-get、dnf、pacman、brew 中的任何一个：请手工安装。'
said_only_root='缺少：%s
只有 root 能安装它们。请让人以 root 运行这一行：
  %s'
said_will_run='缺少：%s
将运行：%s'
said_ask='现在安装吗？[Y/n] '
said_ask_for_grading='只有 `lab grade` 需要这些：%s。也安装吗？[y/N]'
said_nothing_installed='什么也没有安装。'
said_nobody_to_ask='这里没有人可以问。请运行：%s setup --yes'
said_disk_full='磁盘满了：腾出一些空间，再运行这个命令。'
said_not_installed='
软件包装不上。手工运行这一行可以看到更多：
  %s'
said_without_these='这些装不上：%s
没有它们，除了 `lab grade`，其他都能用。'
said_foreign_build='文件夹 build/ 不是这个课程的构建做的。
把它移开，再运行这个命令：mv %s %s.old'
said_configuring='正在配置（只有一次）……'
said_interrupted='上一次安装被打断了；重新开始。'
said_other_folder='文件夹 build/ 是为 %s 做的；重新做。'
said_another='另一个文件夹'
said_other_meson='文件夹 build/ 是 Meson %s 做的；重新做。'
said_no_compiler='这里没有能用的 C++ 编译器。
%s setup 会装一个。'
said_no_such_compiler='这里没有能用的 C++ 编译器（设了 CXX=%s，所以试的是它）。
%s setup 会装一个。'
said_not_configured='没能配置构建。完整的消息在 %s'
said_building='正在构建……'
said_building_first='正在构建（第一次要几分钟）……'
said_building_step='正在构建 %s'
said_not_built='
课程自己的程序没有构建成功。完整的消息在 %s'
